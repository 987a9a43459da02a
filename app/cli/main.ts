import { readEnvFile } from '#app/server/config.ts'
import { type CliCommand, UsageError } from './command.ts'
import { cliCommands } from './commands.ts'

const line = ({ name, usage, help }: Pick<CliCommand, 'name' | 'usage' | 'help'>) =>
  `  ${`${name} ${usage ?? ''}`.trim().padEnd(28)} ${help}`

const helpText = () =>
  ['Usage: npm run cli -- <command>', '', ...[...cliCommands, { name: 'help', help: 'Shows this.' }].map(line)].join(
    '\n',
  )

/** Runs a CLI command and resolves to its exit code. */
export async function runCommand(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const [name = 'help', ...rest] = args
  if (['help', '--help', '-h'].includes(name)) {
    console.log(helpText())
    return 0
  }
  const command = cliCommands.find((candidate) => candidate.name === name)
  if (!command) {
    console.error(`There is no command ${name}.\n\n${helpText()}`)
    return 2
  }
  try {
    const exitCode = await command.run(rest, env)
    return typeof exitCode === 'number' ? exitCode : 0
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${line(command)}`)
      return 2
    }
    console.error((error as Error).message)
    return 1
  }
}

if (import.meta.main) {
  readEnvFile()
  process.exitCode = await runCommand(process.argv.slice(2), process.env)
}
