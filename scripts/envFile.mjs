// The settings in the file that ENV_FILE names.

/**
 * Adds the settings in the file that ENV_FILE names to the environment, which overrides them. A shell can't read such a
 * file of a systemd unit.
 */
export function loadEnvFile() {
  const file = process.env.ENV_FILE
  if (!file) return
  try {
    process.loadEnvFile(file)
  } catch (error) {
    process.stderr.write(`The settings in ENV_FILE can't be read: ${error.message}\n`)
    process.exit(2)
  }
}
