// Which variables make a CI job.
import t from 'tap'
import { ciVariable } from './is-ci.ts'

t.test('a usual variable with a true value, unless CI is said to be false', async (t) => {
  t.equal(ciVariable({}), null)
  t.equal(ciVariable({ CI: '' }), null)
  for (const value of ['true', '1', 'yes', 'True']) t.equal(ciVariable({ CI: value }), 'CI')
  for (const value of ['false', '0', 'no', 'FALSE', ' ']) t.equal(ciVariable({ CI: value }), null)
  t.equal(ciVariable({ GITHUB_ACTIONS: 'true' }), 'GITHUB_ACTIONS')
  t.equal(ciVariable({ JENKINS_URL: 'https://ci.example.com/' }), 'JENKINS_URL')
  t.equal(ciVariable({ CI: 'false', GITHUB_ACTIONS: 'true' }), null)
  t.equal(ciVariable({ CI: '', GITLAB_CI: 'true' }), 'GITLAB_CI')
})
