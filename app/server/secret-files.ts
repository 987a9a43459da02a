import { readFileSync } from 'node:fs'

/** Reads secrets from files named by `<NAME>_FILE` variables, which container platforms provide. */
export function readSecretFiles(configured: NodeJS.ProcessEnv, names: readonly string[]) {
  const values: Record<string, string> = {}
  const problems: string[] = []
  for (const name of names) {
    const path = configured[`${name}_FILE`]
    if (path === undefined) continue
    if (configured[name] !== undefined) problems.push(`Set ${name} or ${name}_FILE, not both`)
    try {
      values[name] = readFileSync(path, 'utf8').trim()
    } catch {
      problems.push(`${name}_FILE must be a file that Carat may read, for example ${name}_FILE=/run/secrets/carat`)
    }
  }
  return { values, problems }
}
