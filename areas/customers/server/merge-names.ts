import { sql } from 'kysely'
import type { FieldType } from '#areas/custom-fields/contract/custom-fields.ts'
import { findActiveCustomFields } from '#areas/custom-fields/server/index.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import type { ServerArea } from '#kit/server/area.ts'
import type { Db } from '#kit/server/ctx.ts'

type Names = NonNullable<ServerArea['mergeNames']>
type CurrentNames = NonNullable<Names['namesNow']>

/** The prefix of merge fields for custom fields in messages, as in `{{ Custom_RING_SIZE }}`. */
const CUSTOM_PREFIX = 'Custom_'
const placeholderOf = (code: string) => `${CUSTOM_PREFIX}${code}`

const samples: Record<FieldType, string> = {
  Text: 'Text',
  Selection: 'Text',
  'Multiple Selection': 'Text',
  'Multiline Text': 'Text',
  Email: 'name@mail.example',
  Number: '12',
  Date: '2026-03-10',
  Datetime: '2026-03-10',
}

/** The merge fields for custom fields of customers in messages. Dates and times are both written as dates. */
async function customPlaceholders({ db }: Parameters<CurrentNames>[0]): ReturnType<CurrentNames> {
  const fields = await findActiveCustomFields({ db }, 'Customer')
  return fields.map(({ CustomFieldCode, CustomFieldName, FieldType, ListItems }) => ({
    Name: placeholderOf(CustomFieldCode),
    Title: CustomFieldName,
    Kind: FieldType === 'Number' ? 'number' : FieldType === 'Date' || FieldType === 'Datetime' ? 'date' : 'text',
    About: CustomFieldName,
    Labels: Object.fromEntries(ListItems.map(({ Value, Labels }) => [Value, Labels])),
    Sample: ListItems[0]?.Value ?? samples[FieldType],
  }))
}

/** Returns the values of active fields only, because values of deactivated fields must not appear in messages. */
async function customValues(db: Db, CustomerId: number) {
  const { rows } = await sql<{ Code: string; Value: string | string[] }>`
    select field.custom_field_code as code,
      case when field.field_type = 'Datetime' then to_jsonb(business_date_of((stored.value #>> '{}')::timestamptz)) else stored.value end as value
    from customer cross join jsonb_each(custom_values) stored (code, value)
    join custom_field field on field.object_type = 'Customer' and field.status = 'Active' and field.custom_field_code = stored.code
    where customer_id = ${CustomerId} and custom_values <> '{}'`.execute(db)
  return Object.fromEntries(rows.map(({ Code, Value }) => [placeholderOf(Code), Value]))
}

/** The merge fields for a customer's names in messages. Names are stored in capitals and written in normal case. */
export const customerMergeFields: Names = {
  names: [
    { Name: 'FullName', Kind: 'text', About: 'Full name', AlwaysYN: 'Y', Sample: 'Lim Mei Ling' },
    { Name: 'PreferredName', Kind: 'text', About: 'Preferred name', Sample: 'Mei Ling' },
    { Name: 'Salutation', Kind: 'text', About: 'Salutation', Sample: 'Ms' },
  ],
  namesNow: customPlaceholders,
  async values({ db, CustomerId, used }) {
    const customer = await db
      .selectFrom('Customer')
      .select(['FullName', 'PreferredName', 'Salutation'])
      .where('CustomerId', '=', CustomerId)
      .executeTakeFirst()
    return {
      ...(!used || [...used].some((name) => name.startsWith(CUSTOM_PREFIX)) ? await customValues(db, CustomerId) : {}),
      FullName: customer ? formatPersonName(customer.FullName) : null,
      PreferredName: customer?.PreferredName ? formatPersonName(customer.PreferredName) : null,
      Salutation: customer?.Salutation ?? null,
    }
  },
}
