// Whether this is a CI job, where a forgotten target must not be judged as the embedded simulator.

const variables = [
  'CI',
  'CONTINUOUS_INTEGRATION',
  'GITHUB_ACTIONS',
  'GITLAB_CI',
  'BUILDKITE',
  'CIRCLECI',
  'TRAVIS',
  'APPVEYOR',
  'DRONE',
  'TF_BUILD',
  'JENKINS_URL',
  'TEAMCITY_VERSION',
  'BITBUCKET_BUILD_NUMBER',
  'CODEBUILD_BUILD_ID',
]

const isFalse = (value: string): boolean => /^(?:0|false|no|off)?$/i.test(value.trim())

/** The variable that says so; null where none does. `CI=false` outweighs all others. */
export const ciVariable = (env: Record<string, string | undefined>): string | null => {
  const { CI = '' } = env
  if (CI.trim() !== '' && isFalse(CI)) return null
  return variables.find((name) => !isFalse(env[name] ?? '')) ?? null
}
