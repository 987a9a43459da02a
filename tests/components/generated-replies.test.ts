import { expect, test } from 'vitest'
import { routes } from '#app/server/areas.ts'
import { generateReply } from './generated-replies.ts'

test('the generated reply of every endpoint satisfies the endpoint’s schema', () => {
  const invalid = routes.flatMap(({ endpoint }) => {
    const { error } = endpoint.reply.safeParse(generateReply(endpoint))
    return error ? [`${endpoint.path}: ${error.issues[0]!.path.join('.')} ${error.issues[0]!.message}`] : []
  })
  expect(routes.length).toBeGreaterThan(500)
  expect(invalid).toEqual([])
})
