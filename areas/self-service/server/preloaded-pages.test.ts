import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { member } from '#tests/factories/sales.ts'
import { visitor } from '#tests/factories/self-service.ts'
import { useApp } from '#tests/harness.ts'
import { customerSignOut, getCustomerSession, getOwnCard, getOwnProfile, getSelfServiceForm } from '../contract.ts'
import { memberCardPath, ownProfilePath, registerPath } from '../paths.ts'

const folder = await mkdtemp(join(tmpdir(), 'carat-own-'))
await mkdir(join(folder, '.vite'))
await writeFile(join(folder, 'index.html'), '<html><head></head><body>staff</body></html>')
await writeFile(join(folder, 'public.html'), '<html lang="en"><head></head><body></body></html>')
await writeFile(join(folder, '.vite/public.json'), '{}')
afterAll(() => rm(folder, { recursive: true, force: true }))

const app = useApp({ at: '2026-03-10T02:00:00Z', web: folder })

type Session = Awaited<ReturnType<typeof visitor>>
type Start = { reads: { path: string; reply?: Record<string, unknown> }[] }

/** Opens a page as a browser with this session does. */
async function openPage(url: string, session?: Session, headers: Record<string, string> = {}) {
  const token = session?.headers?.authorization?.replace('Bearer ', '')
  const page = await app.inject({
    method: 'GET',
    url,
    headers: { 'sec-fetch-mode': 'navigate', ...(token && { cookie: `csid=${token}` }), ...headers },
  })
  const start: Start = JSON.parse(/id="carat-start">(.*?)<\/script>/s.exec(page.text)![1]!)
  return { ...page, start }
}

const pathsIn = ({ start }: { start: Start }) => start.reads.map(({ path }) => path)

describe('customer page with preloaded data', () => {
  test('preloaded data: the registration page contains the customer session and the form in the page’s language', async () => {
    const page = await openPage(registerPath(), await visitor(app), { 'accept-language': 'ja' })
    expect(page).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(pathsIn(page)).toEqual([getCustomerSession.path, getSelfServiceForm.path])
    const form = await app.call(getSelfServiceForm, { LanguageCode: 'ja' }, await visitor(app))
    expect(page.start.reads[1]!.reply).toEqual(form.body)
  })

  test('preloaded data: profile and card pages contain only data of the signed-in customer', async () => {
    const [self, otherMember] = [await member(app.db), await member(app.db)]
    const session = await visitor(app, { CustomerId: self.CustomerId })
    // The URL names another customer, but the session determines the data.
    const page = await openPage(ownProfilePath({ CustomerId: otherMember.CustomerId }), session)
    expect(pathsIn(page)).toEqual([getOwnProfile.path, getSelfServiceForm.path])
    expect(page.start.reads[0]!.reply).toEqual((await app.call(getOwnProfile, {}, session)).body)
    const card = await openPage(memberCardPath(), session)
    expect(card.start.reads[0]).toMatchObject({ path: getOwnCard.path, reply: { MembershipNo: self.MembershipNo } })
  })

  test('preloaded data: unless a customer is signed in, a page contains no customer data', async () => {
    const { CustomerId } = await member(app.db)
    const session = await visitor(app, { CustomerId })
    await app.call(customerSignOut, {}, session)
    for (const unauthorised of [undefined, session, await visitor(app)]) {
      const page = await openPage(memberCardPath(), unauthorised)
      expect(page.status).toBe(200)
      expect(page.start.reads).toEqual([])
    }
  })

  test('preloaded data: a page requested by a script, which may cache it, contains no member data', async () => {
    const { CustomerId, MembershipNo } = await member(app.db)
    const session = await visitor(app, { CustomerId })
    const page = await openPage(memberCardPath(), session, { 'sec-fetch-mode': 'cors' })
    expect(page.start.reads).toEqual([])
    expect(page.text).not.toContain(MembershipNo)
  })
})
