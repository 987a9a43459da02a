import { expect, test } from 'vitest'
import { jsonRoutes } from '#app/server/areas.ts'
import { generateReply } from './generated-replies.ts'

test('the generated reply of every endpoint satisfies the endpoint’s schema', () => {
  const invalid = jsonRoutes.flatMap(({ endpoint }) => {
    const { error } = endpoint.reply.safeParse(generateReply(endpoint))
    return error ? [`${endpoint.path}: ${error.issues[0]!.path.join('.')} ${error.issues[0]!.message}`] : []
  })
  expect(jsonRoutes.length).toBeGreaterThan(500)
  expect(invalid).toEqual([])
})
