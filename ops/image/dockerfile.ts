import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import ignore from '@balena/dockerignore'

// Executes the Dockerfile in a folder, for machines without a container engine.

export type Instruction = { name: string; text: string }

/** Returns the instructions of a Dockerfile, without comments and with continued lines joined. */
export const parseDockerfile = (text: string): Instruction[] =>
  text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name, rest] = /^(\w+)\s+(.*)$/.exec(line)!
      return { name: name!, text: rest!.trim() }
    })

/** Splits the options (`--from=build`) from the words of an instruction. */
const splitOptions = (text: string) => {
  const words = text.split(/\s+/)
  const options = words.filter((word) => word.startsWith('--'))
  return { options, words: words.filter((word) => !word.startsWith('--')) }
}

/** The files that an engine receives: those of the working tree that .dockerignore admits. */
function contextFiles(project: string): string[] {
  const rules = ignore().add(readFileSync(join(project, '.dockerignore'), 'utf8'))
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: project,
    encoding: 'utf8',
  })
  return rules.filter(files.split('\0').filter(Boolean))
}

/**
 * Executes all stages below `folder` and returns the root of the last one.
 * Skips what needs the base system: RUN of the last stage, which only creates DATA_DIR, and owners of files.
 */
export async function executeDockerfile(project: string, folder: string): Promise<string> {
  const instructions = parseDockerfile(readFileSync(join(project, 'Dockerfile'), 'utf8'))
  const lastStage = instructions.findLastIndex(({ name }) => name === 'FROM')
  const roots = new Map<string, string>()
  let root = folder
  let workdir = '/'
  for (const [index, { name, text }] of instructions.entries()) {
    const { options, words } = splitOptions(text)
    if (name === 'FROM') {
      root = join(folder, `stage-${roots.size}`)
      roots.set(words[2] ?? '', root)
      workdir = '/'
    } else if (name === 'WORKDIR') {
      workdir = words[0]!
      mkdirSync(join(root, workdir), { recursive: true })
    } else if (name === 'COPY') {
      const stage = options.find((option) => option.startsWith('--from='))?.slice('--from='.length)
      const source = stage === undefined ? project : roots.get(stage)!
      copy(source, stage === undefined ? contextFiles(project) : undefined, words, join(root, workdir))
    } else if (name === 'RUN' && index < lastStage) {
      await run(text.replace(/^(--\S+\s+)+/, ''), join(root, workdir))
    }
  }
  return join(root, workdir)
}

/** Copies files of the context, or, without a list of them, whole folders of another stage. */
function copy(source: string, context: string[] | undefined, words: string[], folder: string) {
  for (const word of words.slice(0, -1)) {
    if (context === undefined) cpSync(join(source, word), folder, { recursive: true, verbatimSymlinks: true })
    for (const file of context ?? []) {
      if (word !== '.' && file !== word) continue
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      cpSync(join(source, file), join(folder, file))
    }
  }
}

/** Runs a command with this Node, which takes the place of the one in the base image. */
async function run(command: string, cwd: string): Promise<void> {
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`
  const child = spawn('sh', ['-c', command], {
    cwd,
    env: { ...process.env, PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`RUN ${command} ended with ${code}`)
}
