// Installs an entry's packages into its folder with the client of each language's registry, and says how its program starts.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceOf } from './entry.ts'
import { must } from './shell.ts'
import type { Language, Package } from './versions.ts'

export type Workshop = { folder: string; command: string[]; versions: Record<string, string> }

type Toolchain = {
  /** Makes the program ready to start. */
  install(folder: string, packages: readonly Package[]): Promise<void>
  command(folder: string): string[]
  /** The versions that were installed. */
  versions(folder: string, packages: readonly Package[]): Promise<Record<string, string>>
}

/** `name@1.2.3` as each registry's client writes it. */
const withVersion =
  (sign: string, newest: string) =>
  ({ name, version }: Package): string =>
    version === null ? `${name}${newest}` : `${name}${sign}${version}`

const pairs = (found: Iterable<[string, string]>): Record<string, string> => Object.fromEntries(found)

/** One package has several spellings. */
const asListed = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-')

const python: Toolchain = {
  async install(folder, packages) {
    await must('python3', ['-m', 'venv', '.venv'], { cwd: folder })
    const quietly = ['-q', '--no-compile', '--disable-pip-version-check']
    await must('.venv/bin/pip', ['install', ...quietly, ...packages.map(withVersion('==', ''))], { cwd: folder })
  },
  command: (folder) => [join(folder, '.venv/bin/python'), 'main.py'],
  async versions(folder, packages) {
    const listed = JSON.parse(await must('.venv/bin/pip', ['list', '--format', 'json'], { cwd: folder })) as Package[]
    const found = new Map(listed.map(({ name, version }) => [asListed(name), version!]))
    return pairs(packages.map(({ name }) => [name, found.get(asListed(name.replace(/\[.*/, '')))!]))
  },
}

const node: Toolchain = {
  async install(folder, packages) {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
    const quietly = ['--ignore-scripts', '--no-fund', '--no-audit']
    await must('npm', ['install', ...quietly, ...packages.map(withVersion('@', '@latest'))], { cwd: folder })
  },
  command: () => [process.execPath, 'main.mjs'],
  versions: async (folder, packages) =>
    pairs(
      packages.map(({ name }) => {
        const text = readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')
        return [name, (JSON.parse(text) as { version: string }).version]
      }),
    ),
}

const go: Toolchain = {
  async install(folder, packages) {
    await must('go', ['mod', 'init', 'lab'], { cwd: folder })
    if (packages.length > 0) await must('go', ['get', ...packages.map(withVersion('@v', '@latest'))], { cwd: folder })
    await must('go', ['build', '-o', 'main', 'main.go'], { cwd: folder })
  },
  command: (folder) => [join(folder, 'main')],
  async versions(folder, packages) {
    const listed = (await must('go', ['list', '-m', 'all'], { cwd: folder })).split('\n')
    const found = new Map(listed.map((line) => line.split(' ') as [string, string]))
    return pairs(packages.map(({ name }) => [name, (found.get(name) ?? '').replace('v', '')]))
  },
}

const rust: Toolchain = {
  async install(folder, packages) {
    const dependencies = packages.map(({ name: given, version }) => {
      const [, name, features] = /^([^[]+)(?:\[(.*)\])?$/.exec(given)!
      const wanted = (features ?? '').split(',').filter(Boolean)
      return `${name} = { version = "${version === null ? '*' : `=${version}`}", features = ${JSON.stringify(wanted)} }`
    })
    const text = ['[package]', 'name = "lab"', 'version = "0.0.0"', 'edition = "2021"', '[[bin]]', 'name = "lab"']
    writeFileSync(
      join(folder, 'Cargo.toml'),
      [...text, 'path = "main.rs"', '[dependencies]', ...dependencies].join('\n'),
    )
    await must('cargo', ['build', '--quiet'], { cwd: folder, seconds: 1800 })
  },
  command: (folder) => [join(folder, 'target/debug/lab')],
  versions: async (folder, packages) => {
    const lock = readFileSync(join(folder, 'Cargo.lock'), 'utf8')
    const found = new Map([...lock.matchAll(/name = "(.+)"\nversion = "(.+)"/g)].map(([, name, at]) => [name!, at!]))
    return pairs(packages.map(({ name }) => [name, found.get(name.replace(/\[.*/, ''))!]))
  },
}

const java: Toolchain = {
  async install(folder, packages) {
    const dependencies = packages.map(({ name, version }) => {
      const [group, artifact] = name.split(':')
      const of = `<groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version ?? 'LATEST'}</version>`
      return `<dependency>${of}</dependency>`
    })
    const own =
      '<modelVersion>4.0.0</modelVersion><groupId>lab</groupId><artifactId>lab</artifactId><version>0</version>'
    writeFileSync(
      join(folder, 'pom.xml'),
      `<project xmlns="http://maven.apache.org/POM/4.0.0">${own}<dependencies>${dependencies.join('')}</dependencies></project>`,
    )
    const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath'
    await must('mvn', ['-q', '-B', goal, '-Dmdep.outputFile=classpath'], { cwd: folder })
    await must('javac', ['-cp', readFileSync(join(folder, 'classpath'), 'utf8'), 'Main.java'], { cwd: folder })
  },
  command: (folder) => [
    'java',
    '-Xshare:auto',
    '-XX:TieredStopAtLevel=1',
    '-cp',
    `${readFileSync(join(folder, 'classpath'), 'utf8')}:.`,
    'Main',
  ],
  versions: async (folder, packages) => {
    const jars = readFileSync(join(folder, 'classpath'), 'utf8').split(':')
    return pairs(
      packages.map(({ name }) => {
        const artifact = name.split(':')[1]!
        return [
          name,
          jars
            .find((jar) => jar.includes(`/${artifact}/`))
            ?.split('/')
            .at(-2) ?? '',
        ]
      }),
    )
  },
}

const debian: Toolchain = {
  async install(folder, packages) {
    await must('apt-get', ['update', '-q'], { cwd: folder })
    await must('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages.map(({ name }) => name)], {
      cwd: folder,
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    })
  },
  command: () => ['bash', 'run.sh'],
  versions: async (folder, packages) => {
    const names = packages.map(({ name }) => name)
    const said = await must('dpkg-query', ['-W', '-f', '${Package} ${Version}\n', ...names], { cwd: folder })
    return pairs(
      said
        .trim()
        .split('\n')
        .map((line) => line.split(' ') as [string, string]),
    )
  },
}

/** Their libraries are packages of Debian too. */
const ruby: Toolchain = { ...debian, command: () => ['ruby', 'main.rb'] }
const php: Toolchain = { ...debian, command: () => ['php', 'main.php'] }

const toolchains: Record<Language, Toolchain> = { python, node, go, rust, java, ruby, php, debian }

/** Kept where nothing changed since: the packages, their versions and the source. */
export const workshopFor = async (
  folder: string,
  language: Language,
  packages: readonly Package[],
  source: string,
): Promise<Workshop> => {
  const toolchain = toolchains[language]
  const stamp = join(folder, 'installed.json')
  const wanted = JSON.stringify({ language, packages, source })
  const ready = (versions: Record<string, string>): Workshop => ({
    folder,
    command: toolchain.command(folder),
    versions,
  })
  if (existsSync(stamp)) {
    const kept = JSON.parse(readFileSync(stamp, 'utf8')) as { wanted: string; versions: Record<string, string> }
    if (kept.wanted === wanted) return ready(kept.versions)
  }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, sourceOf(language)), source)
  await toolchain.install(folder, packages)
  const versions = await toolchain.versions(folder, packages)
  writeFileSync(stamp, JSON.stringify({ wanted, versions }))
  return ready(versions)
}
