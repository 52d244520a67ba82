// The files for CI systems, clusters and containers: what they name exists, and what they promise is in them.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'
import { parse, parseAllDocuments } from 'yaml'
import { mergeCommand } from '../conformance/cli/merge.ts'
import { conformCommand } from '../conformance/cli/conform.ts'
import { watchCommand } from '../conformance/cli/watch.ts'
import { simulateCommand } from '../simulator/cli/command.ts'
import { healthCommand } from '../simulator/cli/health-command.ts'
import { createSimulator } from '../simulator/simulator.ts'
import { callCommand } from './call-command.ts'
import { root } from './places.ts'
import { runAssay } from './run-assay.ts'

const textOf = (file: string): string => readFileSync(root + file, 'utf8')

const files = {
  action: 'action.yml',
  github: 'examples/ci/github-matrix.yml',
  gitlab: 'examples/ci/gitlab-ci.yml',
  kubernetes: 'examples/ci/kubernetes-indexed-job.yaml',
  container: 'Containerfile',
}
const shards = 4

const embedded = { command: process.execPath, args: [] }
const commands = {
  conform: conformCommand({ embedded }),
  merge: mergeCommand(),
  watch: watchCommand({ program: embedded }),
  simulate: simulateCommand(),
  health: healthCommand(),
}
const helps: Record<string, string> = Object.fromEntries(
  Object.entries(commands).map(([name, command]) => [name, command.helpInformation()]),
)
const found = (pattern: RegExp, text: string): string[] => [...new Set(text.match(pattern))]

/** Read by the suite itself, and no option's. */
const variables = new Set([...found(/ASSAY_[A-Z_]+/g, Object.values(helps).join('\n')), 'ASSAY_CLIENT_SECRET'])

for (const [name, file] of Object.entries(files)) {
  t.test(`${file} names only options and variables that there are`, async (t) => {
    const text = textOf(file)
    if (name !== 'container')
      t.doesNotThrow(() => parseAllDocuments(text).map((document) => document.toJS() as unknown))
    t.strictSame(
      found(/ASSAY_[A-Z_]+/g, text).filter((variable) => !variables.has(variable)),
      [],
    )
    for (const line of text.split('\n')) {
      const [, command] = /assay\.js"? (conform|merge|watch|simulate)/.exec(line) ?? []
      for (const option of command === undefined ? [] : found(/--[a-z-]+/g, line))
        t.ok(helps[command!]!.includes(`${option} `), `${command} ${option}`)
    }
    t.notMatch(text, /registry|npmjs|ghcr|docker\.io|quay/i, 'no registry is named')
    t.notMatch(text, /client[-_]secret: *['"]?[A-Za-z0-9]{8}/i, 'no secret stands in it')
  })
}

type Step = { uses?: string; with?: Record<string, string>; env?: Record<string, string>; run?: string }

t.test('the action takes no secret as an input and puts no input into a script', async (t) => {
  const { inputs, runs, outputs } = parse(textOf(files.action)) as {
    inputs: Record<string, unknown>
    outputs: Record<string, unknown>
    runs: { using: string; steps: Step[] }
  }
  t.equal(runs.using, 'composite')
  t.strictSame(
    Object.keys(inputs).filter((name) => /secret|token/.test(name)),
    [],
  )
  t.strictSame(Object.keys(outputs), ['exit-code', 'report-dir'])
  for (const { run = '' } of runs.steps) t.notMatch(run, /\$\{\{/, 'what an input holds is never read as a script')
  const used = found(/inputs\.[a-z-]+/g, textOf(files.action)).map((name) => name.slice(7))
  t.strictSame(used.toSorted(), Object.keys(inputs).toSorted(), 'every input is used, and declared')
})

t.test('the action sets up Node and keeps its build', async (t) => {
  const { inputs, runs } = parse(textOf(files.action)) as {
    inputs: Record<string, { default: string }>
    runs: { steps: (Step & { id?: string; if?: string })[] }
  }
  const [node] = runs.steps
  t.match(node?.uses, /^actions\/setup-node@/)
  t.ok(['22', '24'].includes(inputs['node-version']!.default))
  const cache = runs.steps.findIndex(({ uses }) => uses?.startsWith('actions/cache@'))
  const build = runs.steps.findIndex(({ run }) => run?.includes('build:runtime'))
  t.ok(cache > 0 && cache < build)
  t.match(runs.steps.find(({ id }) => id === 'assay')?.if, 'build-only')
  for (const line of textOf(files.github).split('\n'))
    if (line.includes('example-org/')) t.match(line, 'placeholder', 'it is marked as one')
})

t.test('the workflow splits into as many shards as it has machines, and gives the action what it takes', async (t) => {
  const { inputs } = parse(textOf(files.action)) as { inputs: Record<string, unknown> }
  const { jobs } = parse(textOf(files.github)) as {
    jobs: Record<
      'build' | 'judge' | 'merge',
      { strategy?: { matrix: { shard: number[] } }; needs?: string; if?: string; steps: Step[] }
    >
  }
  t.equal(jobs.judge.needs, 'build', 'it is built once, and not on each machine')
  t.strictSame(jobs.build.steps[0]?.with, { 'build-only': true })
  t.strictSame(jobs.judge.strategy?.matrix.shard, [1, 2, 3, 4])
  const uses = [...jobs.judge.steps, ...jobs.merge.steps].filter(({ uses: action }) => action?.includes('/assay@'))
  t.equal(uses.length, 2)
  for (const { with: given } of uses) for (const name of Object.keys(given ?? {})) t.ok(name in inputs, name)
  t.equal(uses[0]?.with?.['shard'], `\${{ matrix.shard }}/${shards}`)
  t.ok(uses[0]?.with?.['seed'], 'all shards have one seed')
  t.match(uses[0]?.env?.['ASSAY_CLIENT_SECRET'], /^\$\{\{ secrets\./)
  t.equal(jobs.merge.needs, 'judge')
  t.ok(jobs.merge.if, 'broken rules do not keep the reports from being joined')
})

t.test('the pipeline splits by the numbers that GitLab gives', async (t) => {
  const {
    judge,
    merge,
    variables: given,
  } = parse(textOf(files.gitlab)) as {
    judge: { parallel: number; script: string[] }
    merge: { needs: string[]; when: string; artifacts: { reports: { junit: string } } }
    variables: Record<string, string>
  }
  t.equal(judge.parallel, shards)
  t.match(judge.script.join('\n'), /ASSAY_SHARD="\$CI_NODE_INDEX\/\$CI_NODE_TOTAL"/)
  t.ok(given['ASSAY_SEED'])
  t.notOk('ASSAY_CLIENT_SECRET' in given)
  t.strictSame([merge.needs, merge.when], [['judge'], 'always'])
  t.equal(merge.artifacts.reports.junit, 'report/junit.xml')
})

type Container = {
  args: string[]
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: unknown } }[]
  securityContext: Record<string, unknown>
  resources: { requests?: unknown; limits?: unknown }
  volumeMounts: { mountPath: string }[]
}
type Manifest = {
  kind: string
  spec: {
    completions?: number
    completionMode?: string
    template: {
      spec: {
        securityContext: { runAsNonRoot: boolean; runAsUser: number }
        automountServiceAccountToken: boolean
        containers: Container[]
      }
    }
  }
}

t.test('the pods are not root, write only where they are given room, and count shards from 1', async (t) => {
  const jobs = parseAllDocuments(textOf(files.kubernetes))
    .map((document) => document.toJS() as Manifest)
    .filter(({ kind }) => kind === 'Job')
  t.equal(jobs.length, 2)
  for (const { spec } of jobs) {
    const pod = spec.template.spec
    t.ok(pod.securityContext.runAsNonRoot && pod.securityContext.runAsUser > 0)
    t.equal(pod.automountServiceAccountToken, false)
    for (const { securityContext, resources, volumeMounts, env = [] } of pod.containers) {
      t.match(securityContext, { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
      t.ok(resources.requests && resources.limits)
      t.strictSame(volumeMounts.map(({ mountPath }) => mountPath).toSorted(), ['/reports', '/tmp'])
      for (const { name, value, valueFrom } of env)
        if (/SECRET/.test(name)) t.ok(value === undefined && valueFrom?.secretKeyRef, name)
    }
  }
  const [judge, merge] = jobs
  t.match(judge!.spec, { completions: shards, completionMode: 'Indexed' })
  const [script] = judge!.spec.template.spec.containers[0]!.args
  t.match(script, `ASSAY_SHARD="$((JOB_COMPLETION_INDEX+1))/${shards}"`)
  const shell = spawnSync('sh', ['-c', `JOB_COMPLETION_INDEX=1; echo "$((JOB_COMPLETION_INDEX+1))/${shards}"`])
  t.equal(String(shell.stdout).trim(), '2/4')
  t.match(merge!.spec.template.spec.containers[0]!.args[0], `-eq ${shards}`)
})

t.test('the image is built from what there is, runs as nobody in particular and checks itself', async (t) => {
  const text = textOf(files.container)
  for (const [, sources] of text.matchAll(/^COPY (?!--from)(.+) \S+$/gm))
    for (const source of sources!.split(' ')) t.ok(existsSync(root + source), source)
  t.match(text, /^USER 1000:1000$/m)
  t.match(text, /^HEALTHCHECK .*"health"\]$/m)
  t.match(text, /^FROM node:24-slim$/m)
  const { files: shipped } = JSON.parse(textOf('package.json')) as { files: string[] }
  const forPackages = /\.d\.ts$|^(commonjs|CHANGELOG\.md|NOTICE)$/
  const needed = shipped
    .filter((file) => !file.startsWith('!') && !forPackages.test(file))
    .map((file) => file.replace(/\/\*\*.*/, ''))
  for (const file of needed) t.ok(text.includes(`/app/${file}`), `${file} is in the image`)
})

t.test('health says whether a simulator answers', async (t) => {
  const health = async (...args: string[]) => (await callCommand(healthCommand(), args)).code
  const simulator = await createSimulator({})
  t.equal((await runAssay(['health', simulator.sandboxUrl])).code, 0)
  await simulator.close()
  t.equal(await health(simulator.sandboxUrl), 1, 'gone')
  t.equal(await health('nowhere'), 3, 'no address')
})
