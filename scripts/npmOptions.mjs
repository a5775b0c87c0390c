// Finds the options of a command that npm consumed: `npm run migrate --check` calls it without its `--check`.

/** The options of the commands in server/src/commands. */
export const commandOptions = [
  'check',
  'expires',
  'list',
  'replace-lost',
  'revoke',
  'scopes',
  'send-email-to',
  'without-jobs',
]

/**
 * Returns the options that npm interpreted as its own settings, such as `--check`. It passes them on only as
 * variables.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {string[]}
 */
export const optionsConsumedByNpm = (env) =>
  commandOptions.filter((name) => env[`npm_config_${name.replaceAll('-', '_')}`]).map((name) => `--${name}`)
