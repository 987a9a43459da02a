import { request } from 'node:http'
import { API } from './client.ts'
import { atMost, expectNone, type Finding, finding } from './report.ts'
import { openTestInstallation, startServerWith } from './world.ts'

const CALLS = 60

/** Scenario C7: sends SIGTERM while sixty calls are in flight. */
export async function endServer(): Promise<Finding[]> {
  const world = await openTestInstallation()
  try {
    const url = `${world.server.base()}${API}/auth/sign-in`
    // Password hashing is slow, so all calls are in flight at the signal.
    const calls = Array.from({ length: CALLS }, (_, number) => signInWrongly(url, `unknown${number}`))
    await Promise.all(calls.map(({ sent }) => sent))
    const began = performance.now()
    const code = await world.server.end('SIGTERM')
    const took = performance.now() - began
    const answers = await Promise.all(calls.map(({ answer }) => answer))
    const cut = answers.filter((status) => status !== 401)
    return [
      expectNone('calls in flight without a reply', cut.length, cut),
      finding('exit code', '0', String(code), code === 0),
      atMost('from SIGTERM to the end', 10_000, took),
    ]
  } finally {
    await world.close()
  }
}

function signInWrongly(url: string, Username: string) {
  const call = request(url, { method: 'POST', agent: false, headers: { 'content-type': 'application/json' } })
  const answer = new Promise<number | string>((resolve) => {
    call.on('response', (reply) => {
      reply.resume()
      reply.on('close', () => resolve(reply.complete ? reply.statusCode! : 'cut'))
    })
    call.on('error', (error) => resolve(error.message))
  })
  const sent = new Promise<void>((resolve) => call.end(JSON.stringify({ Username, Password: 'not this one' }), resolve))
  return { sent, answer }
}

/** Scenario C8: starts a second process on the same data folder, then ends the first process with kill -9. */
export async function startSecondProcess(): Promise<Finding[]> {
  const world = await openTestInstallation({ embedded: true })
  try {
    const [cluster] = await world.sql<{ pid: number }>('select pg_backend_pid() as pid')
    const second = await startServerWith({ DATA_DIR: world.server.env.DATA_DIR!, DEMO: '1' })
    const began = performance.now()
    const started = await second.start().then(
      () => 'started',
      () => 'ended',
    )
    const took = performance.now() - began
    const code = started === 'ended' ? await second.end('SIGTERM') : 'it runs'
    const unharmed = await world.sql('select 1')
    await world.server.end('SIGKILL')
    const back = await world.server.start()
    const [ledger] = await world.sql<{ count: string }>('select count(*) from membership')
    return [
      finding('exit code of the second process', 'not 0', String(code), code !== 0 && code !== 'it runs'),
      atMost('until it ended', 2_000, took),
      finding(
        'its message',
        'names the process',
        /is in use by another/.test(second.output()) ? 'named' : second.output().slice(0, 200),
        /is in use by another Carat process \(process \d+\)/.test(second.output()),
      ),
      finding('the first', 'unharmed', cluster && unharmed.length === 1 ? 'unharmed' : 'harmed', unharmed.length === 1),
      finding(
        'after kill -9 of the first',
        'starts on the same books',
        `${ledger!.count} memberships after ${Math.round(back)} ms`,
        Number(ledger!.count) > 0,
      ),
    ]
  } finally {
    await world.close()
  }
}
