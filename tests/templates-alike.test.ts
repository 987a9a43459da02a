import { expect, test } from 'vitest'
import { demoTemplates } from '#app/demo/contact-templates.ts'
import { areas } from '#app/server/areas.ts'
import { issueRewards } from '#areas/customer-rewards/contract.ts'
import * as contract from '#areas/messages/contract.ts'
import { fixedNames } from '#areas/messages/server/names.ts'
import { messaging, noon, publicUrl } from './factories/messages.ts'
import { points, reward } from './factories/rewards.ts'
import { member } from './factories/sales.ts'
import { hq, useApp } from './harness.ts'

// R22: what is shown is what is sent. Preview, test, one message and one of many are filled in alike, the subject as well as the body;
// where a value is missing without a fallback nothing goes out.

const app = useApp({ at: noon, publicUrl })
const { consent, template } = messaging(app)

/** A member who holds a reward, so that there is something to say. */
async function holder(more: object = {}) {
  const made = await member(app.db)
  await points(app.db, made.MembershipNo, 1000)
  const fields = { email: `r22.${made.CustomerId}@mail.example`, ...more }
  for (const [column, value] of Object.entries(fields))
    await app.sql(`update customer set ${column} = $1 where customer_id = $2`, value, made.CustomerId)
  await consent(made.CustomerId, 'Email')
  await consent(made.CustomerId, 'SMS')
  return made
}
const write = async (input: object) => {
  const { status, body, refusal } = await app.call(contract.findCustomerMessages, input as never, hq)
  expect([status, refusal?.message]).toEqual([200, undefined])
  return body.rows
}
/** The values between the marks, in the order of a text. */
const filled = (text: string | null) => [...(text ?? '').matchAll(/~([^~<>]*)~/g)].map(([, value]) => value)

const plain = fixedNames({ areas }).filter(({ Kind }) => Kind !== 'list' && Kind !== 'link')

test.each(plain.map(({ Name, Events }) => [Name, Events?.[0]] as const))(
  'R22: %s says the same in subject and body, in preview, test, one message and one of many',
  async (Name, Event) => {
    const text = `~{{ ${Name} | default: "none" }}~`
    const Texts = [{ Language: 'en' as const, Subject: text, Body: `<p>${text}</p>` }]
    const TemplateId = await template({ Texts, ...(Event && { Event }) })
    const [one, two] = [await holder({ preferred_name: 'Mei', salutation: 'Ms' }), await holder()]
    const { RewardId } = await reward(app.db)
    const { body } = await app.call(issueRewards, { RewardId, MembershipNos: [one.MembershipNo] }, hq)
    const held = { RewardReferenceCode: body.rows[0]!.ReferenceCode! }
    const { staffId } = await app.token(hq)
    await app.sql(`update staff set email = 'tester@carat.example' where staff_id = $1`, staffId)

    const named = { TemplateId, CustomerId: [one.CustomerId] }
    const shown = (await write({ ...named, ...held }))[0]!
    const value = filled(shown.Subject)[0]!
    expect(value).not.toBe('')
    const both = { TemplateId, CustomerId: [one.CustomerId, two.CustomerId] }
    const ways = {
      tried: (await write({ ...named, ...held, Option: 'Test' }))[0]!,
      sent: (await write({ ...named, ...held, Option: 'Send' }))[0]!,
      unsaved: (
        await app.call(
          contract.previewText,
          {
            ContactType: 'Email',
            Language: 'en',
            Event,
            Subject: text,
            Body: `<p>${text}</p>`,
            CustomerId: one.CustomerId,
            ...held,
          } as never,
          hq,
        )
      ).body,
    }
    for (const [way, { Subject, Html, Text }] of Object.entries({ shown, ...ways }))
      expect({ way, Subject: filled(Subject), Html: filled(Html), Text: filled(Text) }).toEqual({
        way,
        ...{ Subject: [value], Html: [value], Text: [value] },
      })
    const outbox = await app.sql<{ subject: string; body: string }>(
      `select subject, body from outbox_message where message_id = $1`,
      ways.sent.MessageId,
    )
    expect(outbox.map(({ subject, body: written }) => [filled(subject), filled(written)])).toEqual([[[value], [value]]])
    // Of many nobody can say which reward is meant: its names are those of nobody then.
    const many = await write({ ...both, Option: 'View Only' })
    for (const { Subject, Text } of many) expect(filled(Subject)).toEqual(filled(Text))
    const ofMany = Event ? value : filled(many.find(({ CustomerId }) => CustomerId === one.CustomerId)!.Subject)[0]
    expect(ofMany).toBe(value)
  },
)

test('R22: a name without a value and without a fallback stops the message, in the subject as in the body', async () => {
  const bare = await holder({ preferred_name: null, salutation: null })
  for (const Texts of [
    [{ Language: 'en' as const, Subject: 'For {{ PreferredName }}', Body: '<p>Hello</p>' }],
    [{ Language: 'en' as const, Subject: 'Hello', Body: '<p>Dear {{ PreferredName }}</p>' }],
  ]) {
    const named = { TemplateId: await template({ Texts }), CustomerId: [bare.CustomerId] }
    for (const Option of ['View Only', 'Send'])
      expect(await write({ ...named, Option })).toMatchObject([
        { Blocked: 'Missing values', Missing: ['PreferredName'], MessageId: null },
      ])
  }
  expect(await app.sql('select from outbox_message')).toEqual([])
})

test('R22: every template of the demo is filled in, in each of its languages', async () => {
  const left = /\{\{|\{%|undefined|\bnull\b|NaN|\[object/
  let read = 0
  for (const one of demoTemplates)
    for (const { Language, Subject, Body } of one.Texts ?? []) {
      const input = { ContactType: one.ContactType ?? 'Email', Event: one.Event, Language, Subject, Body }
      const { body } = await app.call(contract.previewText, input as never, hq)
      const said = `${body.Subject ?? ''} ${body.Text} ${body.Html ?? ''}`
      expect([one.Name, Language, body.Missing, left.exec(said)?.[0], body.Text.trim() === '']).toEqual([
        ...[one.Name, Language, [], undefined, false],
      ])
      read++
    }
  expect(read).toBeGreaterThan(20)
})
