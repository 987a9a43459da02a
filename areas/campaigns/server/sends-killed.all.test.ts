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

// A whole server is killed while it writes to a list, and another goes on.

const PEOPLE = 300
const app = useApp()
const mails: Mail[] = []
/** What the mail server does with a mail before it says that it has it. */
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

/** The app of the tests has no background work that could be asked, and nobody waits until a server looks by itself. */
async function ask() {
  const knows = () => app.sql(`select from pgboss.queue where name = 'send-campaigns'`).catch(() => [])
  await expect.poll(async () => (await knows()).length).toBe(1)
  await app.sql(`insert into pgboss.job (name) values ('send-campaigns')`)
}

/** Nor until it is noticed that a process died: what it had begun may be begun at once. */
async function hurry() {
  await app.sql(`delete from pgboss.job where name = 'send-campaigns' and state = 'active'`)
  await app.sql(`update outbox_message set next_try_at = now() where status = 'Queued'`)
}

/** Customers with an address; of every fifth no word was heard whether they may be written to. */
async function customers() {
  const rows = await app.sql<{ customer_id: number }>(
    `insert into customer (full_name, registered_outlet_code, registration_source, email)
     select 'NUR ' || n, 'KLCC', 'CRM', 'nur' || n || '@mail.example' from generate_series(1, $1::int) n returning customer_id`,
    PEOPLE,
  )
  const ids = rows.map(({ customer_id }) => customer_id)
  const agreed = ids.filter((_, place) => place % 5 !== 0)
  await app.sql(
    `insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at)
     select id, 'Email', 'Y', '1', 'Import', now() - interval '1 day' from unnest($1::bigint[]) id`,
    agreed,
  )
  return { ids, agreed, silent: ids.filter((id) => !agreed.includes(id)) }
}

const says = (CustomerId: number, GrantedYN: 'Y' | 'N') =>
  app.call(addConsent, { CustomerId, Channel: 'Email', GrantedYN }, hq)

test('servers that are killed in the middle of a send write to everybody once, and only to who agrees then', async () => {
  await app.sql(
    `insert into setting (name, value) values ('messages.sendFrom', '"00:00"'), ('messages.sendUntil', '"00:00"')`,
  )
  const { ids, agreed, silent } = await customers()
  const { CampaignCode } = await campaign(app, { EndDate: '2099-12-31' })
  const template = {
    ...{ Name: 'Birthday month', ContactType: 'Email', Status: 'Active', isCampaign: 'Y' },
    Texts: [{ Language: 'en', Subject: 'For {{ FullName }}', Body: '<p>Dear {{ FullName }}</p>' }],
  }
  const { TemplateId } = (await app.call(addTemplate, template as never, hq)).body
  await app.call(contract.addTargets, { CampaignCode, CustomerId: ids }, hq)
  await app.call(contract.addSend, { CampaignCode, TemplateId }, hq)
  const send = async () => (await app.call(contract.listSends, { Search: { CampaignCode } }, hq)).body.rows[0]!

  // The mail server answers nobody: of the list only so much is written as may wait for it.
  onMail = () => new Promise(() => {})
  const first = startServer()
  await ask()
  await expect.poll(async () => (await send()).Written).toBeGreaterThanOrEqual(200)
  await first.kill()
  const stopped = await send()
  expect(stopped).toMatchObject({ Status: 'Running', Targets: PEOPLE })
  expect(stopped.Done).toBeLessThan(PEOPLE)
  const asked = new Set(mails.map(({ to }) => to))
  const addressOf = (id: number) => `nur${ids.indexOf(id) + 1}@mail.example`
  // One whose mail waits, and one whose turn has not come yet.
  const withdrawn = [agreed.find((id) => !asked.has(addressOf(id)))!, agreed.at(-1)!]
  for (const id of withdrawn) await says(id, 'N')
  const late = silent.at(-1)!
  await says(late, 'Y')

  await hurry()
  const seen = mails.length
  const killed = Promise.withResolvers<void>()
  const second = startServer()
  onMail = () => {
    if (mails.length >= seen + 30) void second.kill().then(killed.resolve)
  }
  await ask()
  await killed.promise

  await hurry()
  onMail = () => {}
  const third = startServer()
  await ask()
  await expect.poll(async () => (await send()).Status).toBe('Completed')
  const waiting = () => app.sql(`select from outbox_message where status = 'Queued'`)
  await expect.poll(waiting).toEqual([])
  await third.kill()

  const readers = [...agreed.filter((id) => !withdrawn.includes(id)), late]
  const numbers = (id: number) => new Set(mails.filter(({ to }) => to === addressOf(id)).map((mail) => mail.id)).size
  expect(readers.filter((id) => numbers(id) !== 1)).toEqual([])
  expect(ids.filter((id) => numbers(id) > 0).length).toBe(readers.length)
  // The one whose mail waited had been written to, and heard nothing.
  expect(await send()).toMatchObject({
    Done: PEOPLE,
    Written: readers.length + 1,
    HeldBack: PEOPLE - readers.length - 1,
  })
})
