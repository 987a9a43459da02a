import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { member } from '#tests/factories/sales.ts'
import { visitor } from '#tests/factories/self-service.ts'
import { useApp } from '#tests/harness.ts'
import { customerSignOut, getForm, getOwnCard, getProfile, getVisit } from '../contract.ts'
import { cardPath, ownProfilePath, registerPath } from '../paths.ts'

const folder = await mkdtemp(join(tmpdir(), 'carat-own-'))
await mkdir(join(folder, '.vite'))
await writeFile(join(folder, 'index.html'), '<html><head></head><body>staff</body></html>')
await writeFile(join(folder, 'public.html'), '<html lang="en"><head></head><body></body></html>')
await writeFile(join(folder, '.vite/public.json'), '{}')
afterAll(() => rm(folder, { recursive: true, force: true }))

const app = useApp({ at: '2026-03-10T02:00:00Z', web: folder })

type Session = Awaited<ReturnType<typeof visitor>>
type Start = { reads: { path: string; reply?: Record<string, unknown> }[] }

/** The page, as a browser that keeps this session opens it. */
async function opened(url: string, session?: Session, headers: Record<string, string> = {}) {
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

describe('a page of one’s own comes with what it would ask for first', () => {
  test('the registration with its session and its lists, in the language of the page', async () => {
    const page = await opened(registerPath(), await visitor(app), { 'accept-language': 'ja' })
    expect(page).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(pathsIn(page)).toEqual([getVisit.path, getForm.path])
    const asked = await app.call(getForm, { LanguageCode: 'ja' }, await visitor(app))
    expect(page.start.reads[1]!.reply).toEqual(asked.body)
  })

  test('the profile and the card with those of who is signed in, and of nobody else', async () => {
    const [mine, other] = [await member(app.db), await member(app.db)]
    const session = await visitor(app, { CustomerId: mine.CustomerId })
    // The address names another customer: the session counts.
    const page = await opened(ownProfilePath({ CustomerId: other.CustomerId }), session)
    expect(pathsIn(page)).toEqual([getProfile.path, getForm.path])
    expect(page.start.reads[0]!.reply).toEqual((await app.call(getProfile, {}, session)).body)
    const card = await opened(cardPath(), session)
    expect(card.start.reads[0]).toMatchObject({ path: getOwnCard.path, reply: { MembershipNo: mine.MembershipNo } })
  })

  test('not without a session, with one that is over, or with one that only registers', async () => {
    const { CustomerId } = await member(app.db)
    const session = await visitor(app, { CustomerId })
    await app.call(customerSignOut, {}, session)
    for (const nobody of [undefined, session, await visitor(app)]) {
      const page = await opened(cardPath(), nobody)
      expect(page.status).toBe(200)
      expect(page.start.reads).toEqual([])
    }
  })

  test('not where a script fetches it, which may keep it on the phone: what is kept has nothing of a member', async () => {
    const { CustomerId, MembershipNo } = await member(app.db)
    const session = await visitor(app, { CustomerId })
    const page = await opened(cardPath(), session, { 'sec-fetch-mode': 'cors' })
    expect(page.start.reads).toEqual([])
    expect(page.text).not.toContain(MembershipNo)
  })
})
