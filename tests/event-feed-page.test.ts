import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { API_BASE } from '#kit/server/serve.ts'
import { systemWith, useApp } from './harness.ts'

// Executes the requests of docs/event-feed.md in their order, so that developers can copy them.

const page = readFileSync(new URL('../docs/event-feed.md', import.meta.url), 'utf8')
const requests = [...page.matchAll(/```http (\d{3})\nGET (\S+)\n```/g)].map(([, status, path]) => ({
  status: Number(status),
  path: path!,
}))
const app = useApp()

test('docs/event-feed.md: snapshot, feed and lists of records continue from the cursor of the reply before', async () => {
  const { token } = await app.token(systemWith('events:read', 'members:read'))
  expect(requests.map(({ path }) => path.split(/[/?]/)[1])).toEqual(['snapshots', 'events', 'changes', 'changes'])
  let cursor = ''
  for (const { status, path } of requests) {
    const reply = await app.inject({
      url: `${API_BASE}${path.replace('{Cursor}', cursor)}`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect({ path, status: reply.status }).toEqual({ path, status })
    cursor = JSON.parse(reply.text.split('\n')[0]!).Cursor
    expect(cursor).toMatch(/_\d+(_customers)?$/)
  }
})
