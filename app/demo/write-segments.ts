import type { ClientBase } from 'pg'
import type { Condition, ConditionGroup } from '#areas/segments/contract/conditions.ts'

// Segments that head office saved.

const where = (Field: string, Test: Condition['Test'], Values: string[], more: Partial<Condition> = {}): Condition => ({
  ...{ Field, Test, Values },
  ...more,
})

export const LAPSED_SEGMENT_NAME = 'Spent well, not seen for a year'

const segments: Record<string, { description: string; conditions: ConditionGroup }> = {
  'Birthdays in the next month': {
    description: 'Agreed to e-mails; for the birthday letter',
    conditions: {
      Match: 'All',
      Conditions: [
        where('customers.DateOfBirth', 'In the next', ['30'], { Unit: 'days' }),
        where('customers.Consent', 'Any of', ['Email']),
      ],
    },
  },
  [LAPSED_SEGMENT_NAME]: {
    description: 'For a call by the preferred adviser',
    conditions: {
      Match: 'All',
      Conditions: [
        where('sales.Spend', 'At least', ['5000.00']),
        where('sales.LastPurchase', 'Longer ago', ['365'], { Unit: 'days' }),
      ],
    },
  },
}

export async function seedSegments(client: ClientBase) {
  for (const [name, { description, conditions }] of Object.entries(segments))
    await client.query(
      `insert into segment (name, description, conditions, owner_id, created_by_id, updated_by_id)
       select $1, $2, $3, user_id, user_id, user_id from user_account where username = 'hq'`,
      [name, description, JSON.stringify(conditions)],
    )
}
