import { rewardKinds } from '#areas/rewards/contract/reward-kinds.ts'

/** Returns the text of areas/rewards/sql/kinds.sql, which defines reward kinds for SQL. */
export function rewardKindFunctions(): string {
  const redeemed = Object.entries(rewardKinds).flatMap(([name, { isRedeemed }]) => (isRedeemed ? [`'${name}'`] : []))
  return `-- Written by \`npm run generate\` from areas/rewards/contract/reward-kinds.ts.

-- True if a reward of this kind is redeemed for points and collected; false if it is issued and claimed.
create or replace function is_redeemed_kind(kind text) returns boolean language sql immutable parallel safe as $$
  select kind in (${redeemed.join(', ')})
$$;
`
}
