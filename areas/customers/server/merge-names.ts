import { sql } from 'kysely'
import type { FieldType } from '#areas/custom-fields/contract/custom-fields.ts'
import { fieldsOf } from '#areas/custom-fields/server/index.ts'
import { personName } from '#kit/contract/person.ts'
import type { ServerArea } from '#kit/server/area.ts'
import type { Db } from '#kit/server/ctx.ts'

type Names = NonNullable<ServerArea['mergeNames']>
type Now = NonNullable<Names['namesNow']>

/** Under which name a field of the company's own is filled in: `{{ Custom_RING_SIZE }}`. */
const OWN = 'Custom_'
const nameOf = (code: string) => `${OWN}${code}`

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

/** The company's own fields of customers; a day is written as one, and so is that of a moment. */
async function ownNames({ db }: Parameters<Now>[0]): ReturnType<Now> {
  const fields = await fieldsOf({ db }, 'Customer')
  return fields.map(({ CustomFieldCode, CustomFieldName, FieldType, ListItems }) => ({
    Name: nameOf(CustomFieldCode),
    Title: CustomFieldName,
    Kind: FieldType === 'Number' ? 'number' : FieldType === 'Date' || FieldType === 'Datetime' ? 'date' : 'text',
    About: CustomFieldName,
    Labels: Object.fromEntries(ListItems.map(({ Value, Labels }) => [Value, Labels])),
    Sample: ListItems[0]?.Value ?? samples[FieldType],
  }))
}

/** Of active fields alone: what was deactivated is nobody's to read. */
async function ownValues(db: Db, CustomerId: number) {
  const { rows } = await sql<{ Code: string; Value: string | string[] }>`
    select field.custom_field_code as code,
      case when field.field_type = 'Datetime' then to_jsonb(business_date_of((held.value #>> '{}')::timestamptz)) else held.value end as value
    from customer cross join jsonb_each(custom_values) held (code, value)
    join custom_field field on field.object_type = 'Customer' and field.status = 'Active' and field.custom_field_code = held.code
    where customer_id = ${CustomerId} and custom_values <> '{}'`.execute(db)
  return Object.fromEntries(rows.map(({ Code, Value }) => [nameOf(Code), Value]))
}

/** What a customer may be called in a message: names are stored in capitals, a letter writes them as people do. */
export const customerNames: Names = {
  names: [
    { Name: 'FullName', Kind: 'text', About: 'Full name', AlwaysYN: 'Y', Sample: 'Lim Mei Ling' },
    { Name: 'PreferredName', Kind: 'text', About: 'Preferred name', Sample: 'Mei Ling' },
    { Name: 'Salutation', Kind: 'text', About: 'Salutation', Sample: 'Ms' },
  ],
  namesNow: ownNames,
  async values({ db, CustomerId, used }) {
    const named = await db
      .selectFrom('Customer')
      .select(['FullName', 'PreferredName', 'Salutation'])
      .where('CustomerId', '=', CustomerId)
      .executeTakeFirst()
    return {
      ...(!used || [...used].some((name) => name.startsWith(OWN)) ? await ownValues(db, CustomerId) : {}),
      FullName: named ? personName(named.FullName) : null,
      PreferredName: named?.PreferredName ? personName(named.PreferredName) : null,
      Salutation: named?.Salutation ?? null,
    }
  },
}
