import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { openZipArchive } from '#areas/imports/server/workbook/zip.ts'
import { post, registerMember, sell } from './api.ts'
import { expectAccessible, openPage } from './expectations.ts'
import { expect, test } from './staff.ts'

// A customer requests their data, and then the erasure; runs in `npm run test:all`, because it starts seven programs.

const run = promisify(execFile)
const carat = (dataDir: string, ...args: string[]) =>
  run(process.execPath, ['app/cli/main.ts', ...args], { env: { ...process.env, DATA_DIR: dataDir, DEMO: '1' } })

async function expectProved(dataDir: string): Promise<void> {
  const { stdout } = await carat(dataDir, 'prove')
  expect(stdout).toContain('The ledger balances.')
  expect(stdout).toContain('The audit log is whole.')
}

/** Returns the sums of ledger, balances and sales in a backup. */
const sumsOf = async (backup: string) =>
  JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8')).sums as object

/** Returns the words that occur in the files of a folder; unpacks backups and skips PostgreSQL's own files. */
async function wordsIn(folder: string, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const filesWithData = new Set<string>()
  for (const file of files.filter((one) => !one.startsWith(join(folder, 'postgres')))) {
    const stored = await readFile(file)
    const bytes = file.endsWith('.gz') ? gunzipSync(stored) : stored
    for (const word of words) if (bytes.includes(word)) filesWithData.add(word)
  }
  return words.filter((word) => filesWithData.has(word))
}

test('privacy: a customer’s data is exported, then two people erase the customer, and nothing identifies the person', {
  tag: '@all',
}, async ({ staffPage, server }) => {
  const hq = await staffPage('hq')
  const outlet = await staffPage('outlet')
  const { CustomerId, MembershipNo, FullName, ContactNo, IdNo } = await registerMember(outlet.request, hq.request)
  await sell(outlet.request, MembershipNo)
  const serial = FullName.split(' ').at(-1)!
  const taste = `prefers rose gold ${serial}`
  await post(hq.request, '/audit-log/add', {
    ObjectType: 'Customer',
    ObjectId: `${CustomerId}`,
    LogText: `${FullName} ${taste}`,
  })
  const identity = [FullName, ContactNo.slice(1), IdNo, taste]
  const { PointBalance: points } = await post<{ PointBalance: number }>(hq.request, '/point/balances/find-one', {
    MembershipNo,
  })
  expect(points).toBeGreaterThan(0)

  await openPage(hq, `/customers/${CustomerId}`)
  const act = async (name: string) => {
    await hq.getByRole('button', { name: new RegExp(`^Actions for ${FullName}`, 'i') }).click()
    await hq.getByRole('menuitem', { name }).click()
  }
  await act('Export personal data')
  const confirmation = hq.getByRole('dialog')
  await expectAccessible(hq)
  await confirmation.getByLabel('Reason').fill('Asked in writing')
  const download = hq.waitForEvent('download')
  await confirmation.getByRole('button', { name: 'Export personal data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`personal-data-${MembershipNo}.zip`)
  const archive = await openZipArchive(await file.path(), { bytesMax: 10_000_000, timesMax: 1_000 })
  let dataFile = ''
  for await (const chunk of archive.read('data.json')) dataFile += chunk
  const { data } = JSON.parse(dataFile) as { data: Record<string, Record<string, unknown>[]> }
  expect(data.Customer).toEqual([expect.objectContaining({ FullName, IdNo })])
  expect(data.TransactionSummary).toHaveLength(1)
  expect(data.PointHistory!.length).toBeGreaterThan(0)
  // The export contains no internal notes of staff.
  expect(identity.filter((word) => !dataFile.includes(word))).toEqual([taste])

  // A backup from before the erasure contains the customer; it is restored at the end.
  const aside = await mkdtemp(join(tmpdir(), 'carat-e2e-restored-'))
  try {
    const before = join(aside, 'before')
    await carat(server.dataDir, 'backup', '--to', before)
    expect(await wordsIn(before, identity)).toEqual(identity)

    await act('Erase personal data')
    const question = hq.getByRole('dialog', { name: /Erase the personal data of/ })
    await expect(question).toContainText(`${points}`)
    await expectAccessible(hq)
    await question.getByLabel('Reason').fill('No longer wants to be a member')
    await question.getByLabel(new RegExp(MembershipNo)).fill(MembershipNo)
    await question.getByRole('button', { name: 'Request erasure' }).click()
    await expect(hq.getByText('The request is waiting for another user')).toBeVisible()

    const second = await staffPage('hq.approver')
    await openPage(second, '/settings/approvals')
    await second
      .getByRole('link', { name: new RegExp(FullName, 'i') })
      .first()
      .click()
    await expect(second.getByRole('main')).toContainText('No longer wants to be a member')
    await second.keyboard.press('a')
    await second.keyboard.press('Enter')
    await second
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve/ })
      .click()
    await expect(second.getByText('The request has been approved and carried out.')).toBeVisible()

    // After approval the erasure runs automatically; then database, logs and messages no longer contain the customer.
    const entries = async () =>
      JSON.stringify([
        await post(hq.request, '/audit-log/find-all', {
          Search: { ObjectType: 'Customer', ObjectId: `${CustomerId}` },
        }),
        await post(hq.request, '/approvals/find-all', { Search: {} }),
      ])
    await expect
      .poll(
        async () => {
          const entriesAfter = await entries()
          return identity.filter((word) => entriesAfter.includes(word))
        },
        { timeout: 60_000 },
      )
      .toEqual([])
    for (const address of [`/customers/${CustomerId}`, `/memberships/${MembershipNo}`, '/settings/approvals']) {
      await openPage(hq, address)
      const logo = (await hq.locator('body').innerText()).toLowerCase()
      expect(
        identity.filter((word) => logo.includes(word.toLowerCase())),
        address,
      ).toEqual([])
    }
    const { count } = await post<{ count: number }>(hq.request, '/customer/customers/find-all', {
      Search: { FullName },
    })
    expect(count).toBe(0)
    expect(await wordsIn(server.dataDir, identity)).toEqual([])
    const after = join(aside, 'after')
    await carat(server.dataDir, 'backup', '--to', after)
    expect(await wordsIn(after, identity)).toEqual([])
    expect(await sumsOf(after)).toEqual(await sumsOf(before))
    await expectProved(server.dataDir)

    const again = join(aside, 'data')
    const erased = join(server.dataDir, 'erased-customers.jsonl')
    const restored = await carat(again, 'restore', '--from', before, '--erased', erased)
    expect(restored.stdout).toContain(`Erased again: the personal data of customers ${CustomerId}`)
    const reread = join(aside, 'again')
    await carat(again, 'backup', '--to', reread)
    expect(await wordsIn(reread, identity)).toEqual([])
    await expectProved(again)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
})
