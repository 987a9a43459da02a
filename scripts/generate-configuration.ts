import { readFileSync, writeFileSync } from 'node:fs'
import { ConfigRefused, loadConfig } from '#app/server/config.ts'
import { environmentVariables, secretVariables } from '#app/server/variables.ts'

// Generates docs/configuration.md.
// Descriptions come from .env.example, allowed values from the schema's message for an invalid value.

/** Returns the text of docs/configuration.md. */
export function configurationPage(): string {
  const rows = described().map(({ name, text, value, isExample }) => {
    const rule = ruleOf(name)
    const defaultText = isExample ? `example \`${value}\`` : `\`${value}\``
    const file = (secretVariables as readonly string[]).includes(name) ? `\`${name}_FILE\`` : ''
    return `| \`${name}\` | ${text} | ${rule} | ${defaultText} | ${file} |`
  })
  return `${header}\n${rows.join('\n')}\n`
}

const header = `# Configuration

Settings are environment variables. They are also read from a file \`.env\` in the working folder; variables of the environment take precedence.

- In production set at least \`DATABASE_URL\`, \`SERVER_SECRET\`, \`PUBLIC_URL\`, \`TRUST_PROXY\`, \`SMTP_URL\`, \`MAIL_FROM\` and \`ADMIN_EMAIL\`
  ([operations](operations.md#in-production)). The demo needs none.
- An empty variable counts as not set. If a variable is invalid, the program lists all problems and does not start.
- A secret can be read from a file: instead of the secret's variable, set the variable in the last column of the table to the file's path.

\`npm run generate\` creates this page from the schema (\`app/server/variables.ts\`) and \`.env.example\`.

| variable | purpose | allowed values | default or example | secret file |
| --- | --- | --- | --- | --- |`

type Described = { name: string; text: string; value: string; isExample: boolean }

/** Returns the paragraphs of .env.example: comment lines, followed by the variables that they describe. */
function described(): Described[] {
  const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
  return example
    .split(/\n\n+/)
    .slice(1)
    .flatMap((paragraph) => {
      const lines = paragraph.trim().split('\n')
      const isVariable = (line: string) => /^(# )?[A-Z][A-Z0-9_]+=/.test(line)
      const text = lines
        .filter((line) => !isVariable(line))
        .map((line) => line.replace(/^# ?/, ''))
        .join(' ')
      return lines.filter(isVariable).map((line) => {
        const [, name = '', value = ''] = /^(?:# )?([A-Z0-9_]+)=(.*)$/.exec(line)!
        return { name, text, value, isExample: line.startsWith('# ') }
      })
    })
}

/** Returns the schema's message for an invalid value. */
function ruleOf(name: string): string {
  if (!(name in environmentVariables.shape)) throw new Error(`.env.example names ${name}, which is no setting`)
  try {
    loadConfig({ [name]: '<' })
    return 'any text'
  } catch (error) {
    if (!(error instanceof ConfigRefused)) throw error
    const rule = new RegExp(`^${name} must be (.+), for example `).exec(error.problems[0]!)?.[1]
    return (rule ?? 'any text').replaceAll('|', '\\|')
  }
}

if (import.meta.main) writeFileSync(new URL('../docs/configuration.md', import.meta.url), configurationPage())
