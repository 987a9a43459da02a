import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useApp } from '#tests/harness.ts'
import { rewardKindFunctions } from '../../../scripts/generate-reward-kinds.ts'
import { rewardKinds } from '../contract/reward-kinds.ts'

const app = useApp()

test('reward kinds: SQL and contract agree on which kinds are redeemed for points; run `npm run generate` after a change', async () => {
  expect(readFileSync('areas/rewards/sql/kinds.sql', 'utf8')).toBe(rewardKindFunctions())
  const rows = await app.sql<{ kind: string; redeemed: boolean }>(
    'select kind, is_redeemed_kind(kind) as redeemed from unnest($1::text[]) kind',
    Object.keys(rewardKinds),
  )
  expect(rows.map(({ kind, redeemed }) => [kind, redeemed])).toEqual(
    Object.entries(rewardKinds).map(([kind, { isRedeemed }]) => [kind, isRedeemed]),
  )
})
