import { spawn } from 'node:child_process'
import { atMost, type Finding, finding, type Options } from './report.ts'

/** Restores a backup that was taken while tills sell into a separate database. Counts and sums must match. */
export async function backupDrill({ short, log }: Options): Promise<Finding[]> {
  const customers = short ? 2_000 : 100_000
  const { code, output } = await run('drill', '--customers', String(customers))
  for (const line of output.split('\n').filter((one) => /^(Saved|Restored|The drill)/.test(one))) log(line)
  const restored = Number(/Restored in ([\d.]+) s/.exec(output)?.[1] ?? Number.NaN)
  const meanwhile = Number(/(\d+) awards were granted meanwhile/.exec(output)?.[1] ?? 0)
  return [
    finding('the drill', 'passes', code === 0 ? 'passes' : output.slice(-300), code === 0),
    finding('awards granted while the backup was taken', '> 0', meanwhile, meanwhile > 0),
    finding(
      'members whose book disagrees after the restore',
      '0',
      /members whose book disagrees +0 +0/.test(output) ? 0 : 'unknown',
      /members whose book disagrees +0 +0/.test(output),
    ),
    atMost(`restore of ${customers} customers and their sales`, 600, restored, 's'),
  ]
}

function run(...args: string[]) {
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(process.execPath, ['app/cli/main.ts', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    child.once('exit', (code) => resolve({ code, output }))
  })
}
