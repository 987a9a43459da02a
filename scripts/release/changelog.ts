const heading = (name: string) => new RegExp(`^## \\[?${name.replaceAll('.', '\\.')}\\]?(?: - .*)?\\n`, 'm')

/** Returns the lines of CHANGELOG.md below the heading of a version. Throws if there are none, or a heading twice. */
export function releaseNotes(changelog: string, version: string): string {
  const start = heading(version).exec(changelog)
  if (!start) throw new Error(`CHANGELOG.md has no section ${version}`)
  const following = changelog.slice(start.index + start[0].length)
  const notes = following.split(/^(?:## |\[[^\]]+\]: )/m)[0]!.trim()
  if (notes === '') throw new Error(`The section ${version} of CHANGELOG.md is empty`)
  const kinds: string[] = notes.match(/^### .*/gm) ?? []
  const repeated = kinds.find((kind, index) => kinds.indexOf(kind) !== index)
  if (repeated) throw new Error(`The section ${version} of CHANGELOG.md has "${repeated}" twice`)
  return `${notes}\n`
}

/** Returns the changelog with its unreleased section under a version and date, and an empty unreleased section. */
export function closeUnreleased(changelog: string, version: string, date: string): string {
  releaseNotes(changelog, 'Unreleased')
  return changelog.replace(heading('Unreleased'), () => `## [Unreleased]\n\n## [${version}] - ${date}\n`)
}
