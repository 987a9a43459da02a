import { SMTPServer } from 'smtp-server'
import { evaluateAwards, startAwards } from './awards.ts'
import { startBalancer } from './balancer.ts'
import { API, createClient, signInStaff, signInTill } from './client.ts'
import { startPooler } from './pooler.ts'
import { expectNone, type Finding, finding, type Options } from './report.ts'
import { openTestInstallation, type Server, startServerWith, type TestInstallation, waitUntil } from './world.ts'

/** Runs two processes on one database behind a round-robin proxy, either directly or through a transaction pooler. */
export const twoProcesses =
  (pooled: boolean) =>
  async ({ short }: Options): Promise<Finding[]> => {
    const mails = await mailSink()
    const pooler = pooled ? await startPooler() : undefined
    const shared = { SERVER_SECRET: 'two-processes-know-this-one-secret-only', SMTP_URL: mails.url }
    const world = await openTestInstallation({
      through: async (url) => (pooler ? pooler.open(url) : url),
      env: shared,
      ...(pooler && { direct: true }),
    })
    const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_APP_URL, DATA_DIR } = world.server.env
    const second = await startServerWith({
      ...shared,
      DATABASE_URL: DATABASE_URL!,
      ...(DATABASE_DIRECT_URL && { DATABASE_DIRECT_URL }),
      ...(DATABASE_APP_URL && { DATABASE_APP_URL }),
      // Both processes share the folder of uploads and secrets.
      DATA_DIR: DATA_DIR!,
      DEMO: '1',
    })
    await second.start()
    const balancerBase = await startBalancer([world.server.base, second.base])
    try {
      return [
        ...(await sessionsHold(world, second, balancerBase.base, short ? 5 : 20)),
        ...(await limitsHold(balancerBase.base)),
        ...(await keysHold(world, second, balancerBase.base, short ? 200 : 1_000)),
        ...(await messagesHold(world, mails, short ? 50 : 300)),
        ...(await jobsHold(world, balancerBase.base)),
        expectNone('errors in both logs', bugsIn(world.server, second).length, bugsIn(world.server, second)),
      ]
    } finally {
      balancerBase.close()
      if (!second.exited()) await second.end('SIGTERM')
      await world.close()
      await pooler?.close()
      await mails.close()
    }
  }

const bugsIn = (...servers: Server[]) =>
  servers.flatMap((server) => server.output().split('\n')).filter((line) => line.includes('"level":50'))

async function sessionsHold(
  world: TestInstallation,
  second: Server,
  base: () => string,
  rounds: number,
): Promise<Finding[]> {
  let refused = 0
  let staleReads = 0
  for (let round = 0; round < rounds; round++) {
    // Clear the account's limit for sign-in codes, because this test is only about the validity of sessions.
    await world.sql("delete from rate_limit where starts_with(key, 'mail code ')")
    // The sign-in is started at one process and confirmed at the other.
    const token = await signInStaff(base)
    const [firstBase, secondBase] = round % 2 ? [second.base, world.server.base] : [world.server.base, second.base]
    const first = createClient(firstBase, token)
    const otherClient = createClient(secondBase, token)
    for (let call = 0; call < 5; call++)
      for (const http of [first, otherClient]) if ((await http.call(`${API}/auth/profile`)).status !== 200) refused++
    await first.call(`${API}/auth/sign-out`, {})
    const after = await Promise.all(Array.from({ length: 5 }, () => otherClient.call(`${API}/auth/profile`)))
    staleReads += after.filter(({ status }) => status !== 401).length
    first.close()
    otherClient.close()
  }
  return [
    expectNone(`calls refused in ${rounds} sessions on both`, refused),
    expectNone('calls that succeeded after the session ended on the other process', staleReads),
  ]
}

async function limitsHold(base: () => string): Promise<Finding[]> {
  const http = createClient(base)
  const requested = await http.call(`${API}/auth/sign-in`, { Username: 'outlet', Password: 'diamond-counter-42' })
  const { ChallengeId } = requested.body
  const inbox = (await http.call(`${API}/dev/outbox`)).body as unknown as { To: string; Body: string }[]
  const right = /\b\d{6}\b/.exec(inbox.find(({ To }) => To === 'outlet@carat.example')!.Body)![0]
  const wrong = right === '000000' ? '111111' : '000000'
  const attempts = await Promise.all(
    Array.from({ length: 40 }, () => http.call(`${API}/auth/sign-in/verify`, { ChallengeId, Code: wrong })),
  )
  const sixth = await http.call(`${API}/auth/sign-in/verify`, { ChallengeId, Code: right })
  http.close()
  return [
    expectNone('wrong codes accepted by either process', attempts.filter(({ status }) => status === 200).length),
    finding('the right code after forty wrong ones', 'refused', String(sixth.status), sixth.status !== 200),
  ]
}

async function keysHold(
  world: TestInstallation,
  second: Server,
  base: () => string,
  count: number,
): Promise<Finding[]> {
  const awards = await startAwards(world, { count, base })
  await awards.done
  const result = await evaluateAwards(world, awards, { count })
  // Send the same key to both processes at once.
  const prefix = 'TWICE'
  const rounds = 40
  const twice = await startAwards(world, { count: rounds, prefix, base: world.server.base, tills: 1 })
  const mirrored = await startAwardsOf(world, second, prefix, rounds)
  await Promise.all([twice.done, mirrored])
  return [...result, ...(await evaluateAwards(world, twice, { count: rounds, prefix }))]
}

/** Repeats the calls of the first till with the same keys at the other process. */
async function startAwardsOf(world: TestInstallation, second: Server, prefix: string, count: number) {
  const members = await world.sql<{ membership_no: string }>(
    `select membership_no from membership join customer using (customer_id)
     where membership.member_type = 'Premium Member' and membership.status = 'Active' and customer.status = 'Active' order by membership_no limit 200`,
  )
  const http = createClient(second.base, await signInTill(second.base, world.till()))
  for (let number = 1; number <= count; number++) {
    const body = { MembershipNo: members[number % members.length]!.membership_no, InvoiceNo: `${prefix}-${number}` }
    await http.call(`${API}/point/award`, body, { key: `key-${prefix}-${number}` })
  }
  http.close()
}

async function messagesHold(world: TestInstallation, mails: Awaited<ReturnType<typeof mailSink>>, count: number) {
  await world.sql(
    `insert into outbox_message (message_id, channel, recipient, subject, body, created_at, next_try_at)
     select gen_random_uuid(), 'Email', 'fault' || n || '@carat.example', 'Fault', 'x', now(), now() from generate_series(1, $1::int) n`,
    count,
  )
  const arrived = () => mails.recipients.filter((to) => to.startsWith('fault'))
  const took = await waitUntil(async () => new Set(arrived()).size === count, 120_000, 100)
  return [
    finding('messages received', String(count), new Set(arrived()).size, Number.isFinite(took)),
    expectNone('messages received twice', arrived().length - new Set(arrived()).size),
  ]
}

/** Starts imports on both processes at once. Each row must be created once, and each job must run once. */
async function jobsHold(world: TestInstallation, base: () => string): Promise<Finding[]> {
  const http = createClient(base, await signInStaff(base))
  let refused = 0
  // Only one import of a kind runs at a time, so the others are refused and retry.
  const startOne = async (number: number) => {
    const started = await importCustomers(http, `J${number}-`, 200)
    if (!started) refused++
    return started
  }
  const pending = new Set([0, 1, 2])
  const completed = await waitUntil(
    async () => {
      await Promise.all(
        [...pending].map(async (number) => {
          if (await startOne(number)) pending.delete(number)
        }),
      )
      const rows = await world.sql<{ status: string }>(`select status from import_job where status = 'Completed'`)
      return rows.length === 3
    },
    400_000,
    500,
  )
  const [people] = await world.sql<{ count: string }>(`select count(*) from customer where full_name like 'FAULT J%'`)
  const [twice] = await world.sql<{ count: string }>(
    `select count(*) from (select 1 from pgboss.job where state = 'active' group by name having count(*) > 1) more`,
  )
  http.close()
  return [
    finding(
      'imports started on both and completed',
      '3',
      `${3 - pending.size}, ${refused} retries`,
      Number.isFinite(completed),
    ),
    finding('customers created by the imports', '600', people!.count, people!.count === '600'),
    expectNone('parallel runs of the same job', Number(twice!.count)),
  ]
}

const mapping = (names: readonly string[]) => ({
  columns: Object.fromEntries(names.map((name) => [name, name])),
  constants: { OutletCode: 'KL1' },
})

/** Uploads a customer file and starts its import, unless another import runs. */
export async function importCustomers(
  http: ReturnType<typeof createClient>,
  prefix: string,
  count: number,
): Promise<string | undefined> {
  const names = ['CustomerRef', 'FullName']
  const lines = Array.from({ length: count }, (_, row) => `${prefix}${row},FAULT ${prefix}${row}`)
  const boundary = 'fault-boundary'
  const form =
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="customers.csv"\r\ncontent-type: text/csv\r\n\r\n` +
    `${names.join(',')}\n${lines.join('\n')}\n\r\n--${boundary}--\r\n`
  const uploaded = await http.call(`${API}/imports/upload?Kind=customers`, form, {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  if (uploaded.status !== 201) throw new Error(`The upload was refused: ${JSON.stringify(uploaded.body)}`)
  const ImportId = uploaded.body.ImportId as string
  const started = await http.call(`${API}/imports/run`, { ImportId, Mapping: mapping(names) })
  if (started.body.code === 'imports.running') return undefined
  if (started.status !== 200) throw new Error(`The import was refused: ${JSON.stringify(started.body)}`)
  return ImportId
}

async function mailSink() {
  const recipients: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        recipients.push(...session.envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.server.address() as { port: number }
  return {
    recipients,
    url: `smtp://127.0.0.1:${address.port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
