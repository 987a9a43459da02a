import { member } from '#tests/factories/sales.ts'
import type { TestApp } from '#tests/test-app.ts'

/** Creates members; the first one alone, because it also creates the card group and category of all members. */
export async function createMembers({ db }: Pick<TestApp, 'db'>, count: number): Promise<string[]> {
  const first = await member(db)
  const others = await Promise.all(Array.from({ length: count - 1 }, () => member(db)))
  return [first, ...others].map(({ MembershipNo }) => MembershipNo)
}
