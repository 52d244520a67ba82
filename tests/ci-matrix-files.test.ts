// The files that make the kill matrix on several machines: what they name exists, and their numbers of shards agree.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { parse, parseAllDocuments } from 'yaml'
import { adequacyOptions } from '../proof/cli/adequacy-flags.ts'
import { root } from './places.ts'

const textOf = (file: string): string => readFileSync(root + file, 'utf8')

const files = {
  github: 'examples/ci/github-kill-matrix.yml',
  gitlab: 'examples/ci/gitlab-kill-matrix.yml',
  kubernetes: 'examples/ci/kubernetes-kill-matrix.yaml',
}

const options = adequacyOptions()
const flags = new Set(options.map(({ long }) => long))
const variables = new Set(options.map(({ envVar }) => envVar))
const found = (pattern: RegExp, text: string): string[] => [...new Set(text.match(pattern))]

for (const file of Object.values(files))
  t.test(`${file} names only options and variables that there are`, async (t) => {
    const text = textOf(file)
    for (const document of parseAllDocuments(text)) t.strictSame(document.errors, [])
    const calls = text.split('\n').flatMap((line) => /assay\.js (adequacy .*)$/.exec(line)?.[1] ?? [])
    t.equal(calls.length, 2, 'the shards, and the merge')
    const used = calls.flatMap((call) => call.match(/--[a-z-]+/g) ?? [])
    t.strictSame(
      used.filter((flag) => !flags.has(flag)),
      [],
    )
    const named = found(/ASSAY_[A-Z_]+/g, text)
    t.ok(named.includes('ASSAY_SHARD'))
    t.strictSame(
      named.filter((variable) => !variables.has(variable)),
      [],
    )
    const [shard, merge] = calls
    t.notMatch(shard, /--merge/)
    t.match(merge, /--merge \S+ --report-dir \S+/)
    t.notMatch(text, /registry|npmjs|ghcr|docker\.io|quay/i, 'no registry is named')
  })

type Step = { uses?: string; run?: string; if?: string; with?: Record<string, string>; env?: Record<string, string> }

t.test('the workflow has a machine for each shard, and merges only when all are complete', async (t) => {
  const { jobs } = parse(textOf(files.github)) as {
    jobs: Record<
      'shard' | 'merge',
      { strategy?: { 'fail-fast': boolean; matrix: { shard: number[] } }; needs?: string; if?: string; steps: Step[] }
    >
  }
  const { shard, merge } = jobs
  const numbers = shard.strategy?.matrix.shard ?? []
  t.strictSame(
    numbers,
    numbers.map((_, index) => index + 1),
  )
  t.equal(shard.strategy?.['fail-fast'], false)
  const step = shard.steps.find(({ env }) => env?.['ASSAY_SHARD'])
  t.equal(step?.env?.['ASSAY_SHARD'], `\${{ matrix.shard }}/${numbers.length}`)
  const kept = shard.steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact'))
  t.equal(kept?.with?.['path'], step?.env?.['ASSAY_REPORT_DIR'])
  t.equal(merge.needs, 'shard')
  t.equal(merge.if, undefined, 'a shard that failed leaves nothing to merge')
  const fetched = merge.steps.find(({ uses }) => uses?.startsWith('actions/download-artifact'))
  t.equal(fetched?.with?.['pattern'], kept?.with?.['name']?.replace('${{ matrix.shard }}', '*'))
  t.ok(merge.steps.some(({ run }) => run?.includes(`--merge ${fetched?.with?.['path']} `)))
})

t.test('the pipeline splits by the numbers that GitLab gives', async (t) => {
  const pipeline = parse(textOf(files.gitlab)) as {
    'kill-matrix-shard': { parallel: number; script: string[]; artifacts: { when: string; paths: string[] } }
    'kill-matrix': { needs: string[]; script: string[] }
  }
  const { 'kill-matrix-shard': shard, 'kill-matrix': merge } = pipeline
  t.ok(shard.parallel > 1)
  t.match(shard.script.join('\n'), 'ASSAY_SHARD="$CI_NODE_INDEX/$CI_NODE_TOTAL"')
  t.match(shard.script.join('\n'), 'ASSAY_REPORT_DIR="shards/$CI_NODE_INDEX"')
  t.strictSame(shard.artifacts, { when: 'always', paths: ['shards/'] })
  t.strictSame(merge.needs, ['kill-matrix-shard'])
  t.match(merge.script.join('\n'), '--merge shards ')
})

type Container = { args: string[]; securityContext: object; resources: object; volumeMounts: { mountPath: string }[] }
type Manifest = {
  kind: string
  spec: {
    completions?: number
    parallelism?: number
    completionMode?: string
    template: { spec: { securityContext: object; automountServiceAccountToken: boolean; containers: Container[] } }
  }
}

t.test('the pods are not root, count shards from 1, and the merge waits for as many as there are', async (t) => {
  const jobs = parseAllDocuments(textOf(files.kubernetes))
    .map((document) => document.toJS() as Manifest)
    .filter(({ kind }) => kind === 'Job')
  t.equal(jobs.length, 2)
  for (const { spec } of jobs) {
    const pod = spec.template.spec
    t.match(pod.securityContext, { runAsNonRoot: true, runAsUser: 1000 })
    t.equal(pod.automountServiceAccountToken, false)
    for (const { securityContext, resources, volumeMounts } of pod.containers) {
      t.match(securityContext, { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
      t.match(resources, { requests: { cpu: /./ }, limits: { cpu: /./ } })
      t.strictSame(volumeMounts.map(({ mountPath }) => mountPath).toSorted(), ['/reports', '/tmp'])
    }
  }
  const [shards, merge] = jobs.map(({ spec }) => ({ ...spec, script: spec.template.spec.containers[0]!.args[0]! }))
  t.equal(shards!.completionMode, 'Indexed')
  t.equal(shards!.parallelism, shards!.completions)
  const [line] = /^export ASSAY_SHARD=.*$/m.exec(shards!.script) ?? []
  const named = Array.from({ length: shards!.completions! }, (_, index) => {
    const shell = spawnSync('sh', ['-c', `JOB_COMPLETION_INDEX=${index}; ${line}; echo "$ASSAY_SHARD"`])
    return String(shell.stdout).trim()
  })
  t.strictSame(
    named,
    named.map((_, index) => `${index + 1}/${named.length}`),
  )
  const [, count] = /wc -l\)" -eq (\d+) \]/.exec(merge!.script) ?? []
  t.equal(Number(count), shards!.completions)
  t.match(shards!.script, /&& touch "\$ASSAY_REPORT_DIR\/complete"$/m, 'only a complete shard is counted')
})
