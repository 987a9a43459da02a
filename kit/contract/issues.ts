/** Maps the validation messages of `fields.ts` and `messages.ts` to text keys, so that pages can translate them. */
const knownIssues = [
  [/^Required$/, 'required'],
  [/^The maximum length is (?<max>\d+)$/, 'maxLength'],
  [/^Contains characters that are not allowed$/, 'characters'],
  [/^Please use capital letter without space$/, 'code'],
  [/^Use a date like /, 'date'],
  [/^Use a time like /, 'time'],
  [/^This date does not exist$/, 'noSuchDate'],
  [/^Enter a number$/, 'number'],
  [/^Enter a whole number$/, 'whole'],
  [/^At most (?<max>\d+) decimals$/, 'decimals'],
  [/^Must not be negative$/, 'negative'],
  [/^Must be at least (?<min>-?[\d.]+)$/, 'least'],
  [/^Enter a valid e-mail address$/, 'email'],
  [/^Enter a valid phone number$/, 'phone'],
  [/^The minimum length is (?<min>\d+)$/, 'minLength'],
  [/^Must be at most (?<max>-?[\d.]+)$/, 'most'],
  [/^At least (?<min>\d+) entries$/, 'fewEntries'],
  [/^At most (?<max>\d+) entries$/, 'manyEntries'],
  [/^At most (?<max>\d+) rows at once$/, 'manyRows'],
  [/^Choose one of the options$/, 'choose'],
  [/^Enter a text$/, 'text'],
  [/^Enter true or false$/, 'flag'],
  [/^Give a list$/, 'list'],
  [/^Give an object$/, 'object'],
  [/^Unknown field: (?<names>.*)$/, 'unknown'],
  [/^Use a colour like /, 'colour'],
  [/^Send a path without a query$/, 'path'],
  [/^Choose a JPEG, PNG or WebP image$/, 'image'],
  [/^This is not valid$/, 'invalid'],
] as const satisfies readonly (readonly [RegExp, string])[]

type IssueName = (typeof knownIssues)[number][1]

/** Returns the text key and parameters of a validation message. */
export function splitValidationMessage(
  message: string,
): { name: IssueName; values: Record<string, string> } | undefined {
  for (const [pattern, name] of knownIssues) {
    const match = pattern.exec(message)
    if (match) return { name, values: { ...match.groups } }
  }
  return undefined
}
