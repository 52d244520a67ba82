// The kill matrix as a process: a sample of the defects is killed, and the data keeps its schema.
// Silent for up to 300 s.
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import { adequacy } from '../adequacy.ts'
import { loadFixture } from '../fixture-files.ts'

const alone = ['--no-reference', '--whole', '0', '--random', '0', '--shorten', '1', '--workers', '2']

t.test('a sample of the defects is killed', async (t) => {
  const { code, output, matrix, page } = await adequacy(t, t.testdir(), '--sample', '10', '--seed', '20', ...alone)
  t.comment(`${matrix().cpu_ms / 1000} s of CPU`)
  t.equal(code, 0, output)
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
    loadFixture('schemas/matrix.schema.json'),
  )
  t.ok(validate(matrix()), JSON.stringify(validate.errors))
  t.equal(matrix().defects.length, 10)
  for (const { id, kill } of matrix().defects) t.ok(kill === null || page().includes(`id="${id}"`), id)
  t.notMatch(page(), /(?:src|href)="(?!#)/, 'the page loads nothing')
})
