import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addConsent } from '#areas/customers/contract/consents.ts'
import { addTemplate } from '#areas/messages/contract.ts'
import { type Mail, openMailbox } from '#tests/e2e/mailbox.ts'
import { campaign } from '#tests/factories/campaigns.ts'
import { hq, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

// Test of a campaign send in which servers are killed and other servers continue the send.

const PEOPLE = 300
const app = useApp()
const mails: Mail[] = []
/** Runs when the mail server has received a mail but not acknowledged the mail yet. */
let onMail: () => unknown = () => {}
let mailbox: Awaited<ReturnType<typeof openMailbox>>
const dataDir = mkdtempSync(join(tmpdir(), 'carat-killed-'))
beforeAll(async () => {
  mailbox = await openMailbox((mail) => {
    mails.push(mail)
    return onMail()
  })
})
afterAll(async () => {
  await mailbox.close()
  rmSync(dataDir, { recursive: true, force: true })
})

function startServer() {
  const env = {
    ...{ PATH: process.env.PATH, DATABASE_URL: app.url, DATA_DIR: dataDir, SMTP_URL: mailbox.address },
    ...{ PUBLIC_URL: 'http://127.0.0.1', SERVER_SECRET: 'ab'.repeat(32) },
  }
  const child = spawn(process.execPath, ['app/server/run.ts'], {
    env: { ...env, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Queues the job directly: the test app has no background worker, and waiting for the schedule would take a minute. */
async function queueJob() {
  const findQueue = () => app.sql(`select from pgboss.queue where name = 'send-campaigns'`).catch(() => [])
  await expect.poll(async () => (await findQueue()).length).toBe(1)
  await app.sql(`insert into pgboss.job (name) values ('send-campaigns')`)
}

/** Makes the job and the outbox retry at once, without waiting until the dead process is detected. */
async function expireTimers() {
  await app.sql(`delete from pgboss.job where name = 'send-campaigns' and state = 'active'`)
  await app.sql(`update outbox_message set next_try_at = now() where status = 'Queued'`)
}

/** Customers with an e-mail address; every fifth has no recorded consent. */
async function addCustomers() {
  const rows = await app.sql<{ customer_id: number }>(
    `insert into customer (full_name, registered_outlet_code, registration_source, email)
     select 'NUR ' || n, 'KLCC', 'CRM', 'nur' || n || '@mail.example' from generate_series(1, $1::int) n returning customer_id`,
    PEOPLE,
  )
  const ids = rows.map(({ customer_id }) => customer_id)
  const consented = ids.filter((_, index) => index % 5 !== 0)
  await app.sql(
    `insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at)
     select id, 'Email', 'Y', '1', 'Import', now() - interval '1 day' from unnest($1::bigint[]) id`,
    consented,
  )
  return { ids, consented: consented, silent: ids.filter((id) => !consented.includes(id)) }
}

const setConsent = (CustomerId: number, GrantedYN: 'Y' | 'N') =>
  app.call(addConsent, { CustomerId, Channel: 'Email', GrantedYN }, hq)

test('campaign send: even if servers are killed, each consenting customer gets the message exactly once', async () => {
  await app.sql(
    `insert into setting (name, value) values ('messages.sendFrom', '"00:00"'), ('messages.sendUntil', '"00:00"')`,
  )
  const { ids, consented, silent } = await addCustomers()
  const { CampaignCode } = await campaign(app, { EndDate: '2099-12-31' })
  const template = {
    ...{ Name: 'Birthday month', ContactType: 'Email', Status: 'Active', isCampaign: 'Y' },
    Texts: [{ Language: 'en', Subject: 'For {{ FullName }}', Body: '<p>Dear {{ FullName }}</p>' }],
  }
  const { TemplateId } = (await app.call(addTemplate, template as never, hq)).body
  await app.call(contract.addCampaignTargets, { CampaignCode, CustomerId: ids }, hq)
  await app.call(contract.addCampaignSend, { CampaignCode, TemplateId }, hq)
  const send = async () => (await app.call(contract.listCampaignSends, { Search: { CampaignCode } }, hq)).body.rows[0]!

  // The mail server does not answer, so the send stops when the outbox is full.
  onMail = () => new Promise(() => {})
  const first = startServer()
  await queueJob()
  await expect.poll(async () => (await send()).Written).toBeGreaterThanOrEqual(200)
  await first.kill()
  const stopped = await send()
  expect(stopped).toMatchObject({ Status: 'Running', Targets: PEOPLE })
  expect(stopped.Done).toBeLessThan(PEOPLE)
  const addressed = new Set(mails.map(({ to }) => to))
  const addressOf = (id: number) => `nur${ids.indexOf(id) + 1}@mail.example`
  // Withdraws the consent of a customer whose mail is in the outbox, and of a customer not processed yet.
  const withdrawn = [consented.find((id) => !addressed.has(addressOf(id)))!, consented.at(-1)!]
  for (const id of withdrawn) await setConsent(id, 'N')
  const lateConsent = silent.at(-1)!
  await setConsent(lateConsent, 'Y')

  await expireTimers()
  const mailsBefore = mails.length
  const killed = Promise.withResolvers<void>()
  const second = startServer()
  onMail = () => {
    if (mails.length >= mailsBefore + 30) void second.kill().then(killed.resolve)
  }
  await queueJob()
  await killed.promise

  await expireTimers()
  onMail = () => {}
  const third = startServer()
  await queueJob()
  await expect.poll(async () => (await send()).Status).toBe('Completed')
  const waiting = () => app.sql(`select from outbox_message where status = 'Queued'`)
  await expect.poll(waiting).toEqual([])
  await third.kill()

  const recipients = [...consented.filter((id) => !withdrawn.includes(id)), lateConsent]
  const mailsTo = (id: number) => new Set(mails.filter(({ to }) => to === addressOf(id)).map((mail) => mail.id)).size
  expect(recipients.filter((id) => mailsTo(id) !== 1)).toEqual([])
  expect(ids.filter((id) => mailsTo(id) > 0).length).toBe(recipients.length)
  // Includes the message that was in the outbox when the consent was withdrawn, and was therefore never sent.
  expect(await send()).toMatchObject({
    Done: PEOPLE,
    Written: recipients.length + 1,
    HeldBack: PEOPLE - recipients.length - 1,
  })
})
