import { expect, test } from 'vitest'
import { demoContactTemplates } from '#app/demo/contact-templates.ts'
import { serverAreas } from '#app/server/areas.ts'
import { addCampaignSend, addCampaignTargets } from '#areas/campaigns/contract.ts'
import { sendCampaignsJob } from '#areas/campaigns/server/send-campaigns.ts'
import { issueRewards } from '#areas/customer-rewards/contract.ts'
import type { CustomerMessage } from '#areas/messages/contract/sending.ts'
import * as contract from '#areas/messages/contract.ts'
import { collectBuiltInMergeFields } from '#areas/messages/server/names.ts'
import { campaign } from './factories/campaigns.ts'
import { messaging, noon, publicUrl } from './factories/messages.ts'
import { points, reward } from './factories/rewards.ts'
import { member } from './factories/sales.ts'
import { hq, jobContext, useApp } from './harness.ts'

// A preview equals the sent message, in subject and body, whether it is a test, a single or a bulk message (R22).
// A message with a missing value and no fallback is not sent.

const app = useApp({ at: noon, publicUrl })
const { consent, template } = messaging(app)

/** A member with a reward, so that reward placeholders have values. */
async function holder(more: object = {}) {
  const newMember = await member(app.db)
  await points(app.db, newMember.MembershipNo, 1000)
  const fields = { email: `r22.${newMember.CustomerId}@mail.example`, ...more }
  for (const [column, value] of Object.entries(fields))
    await app.sql(`update customer set ${column} = $1 where customer_id = $2`, value, newMember.CustomerId)
  await consent(newMember.CustomerId, 'Email')
  await consent(newMember.CustomerId, 'SMS')
  return newMember
}
const write = async (input: object) => {
  const { status, body, refusal } = await app.call(contract.findCustomerMessages, input as never, hq)
  expect([status, refusal?.message]).toEqual([200, undefined])
  return body.rows
}
/** The texts between `~` signs, which the templates put around each placeholder. */
const filled = (text: string | null) => [...(text ?? '').matchAll(/~([^~<>]*)~/g)].map(([, value]) => value)

/** A rendered message, and its placeholders without a value. */
const whole = ({ Subject, Html, Text, Missing, Blocked }: CustomerMessage) => ({
  Subject,
  Html,
  Text,
  Missing,
  Blocked,
})
const sentBy = async (MessageId: string | null) =>
  (await app.sql(`select subject as "Subject", body as "Text" from outbox_message where message_id = $1`, MessageId))[0]

const plain = collectBuiltInMergeFields({ areas: serverAreas }).filter(({ Kind }) => Kind !== 'list' && Kind !== 'link')

test.each(plain.map(({ Name, Events }) => [Name, Events?.[0]] as const))(
  '%s has the same text in preview, test, single and bulk messages',
  async (Name, Event) => {
    const text = `~{{ ${Name} | default: "none" }}~`
    const Texts = [{ Language: 'en' as const, Subject: text, Body: `<p>${text}</p>` }]
    const TemplateId = await template({ Texts, ...(Event && { Event }) })
    const [one, two] = [await holder({ preferred_name: 'Mei', salutation: 'Ms' }), await holder()]
    const { RewardId } = await reward(app.db)
    const { body } = await app.call(issueRewards, { RewardId, MembershipNos: [one.MembershipNo] }, hq)
    const rewardReference = { RewardReferenceCode: body.rows[0]!.ReferenceCode! }
    const { staffId } = await app.token(hq)
    await app.sql(`update staff set email = 'tester@carat.example' where staff_id = $1`, staffId)

    const named = { TemplateId, CustomerId: [one.CustomerId] }
    const preview = (await write({ ...named, ...rewardReference }))[0]!
    const value = filled(preview.Subject)[0]!
    expect(value).not.toBe('')
    const bulkInput = { TemplateId, CustomerId: [one.CustomerId, two.CustomerId] }
    const sendPaths = {
      tried: (await write({ ...named, ...rewardReference, Option: 'Test' }))[0]!,
      sent: (await write({ ...named, ...rewardReference, Option: 'Send' }))[0]!,
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
            ...rewardReference,
          } as never,
          hq,
        )
      ).body,
    }
    for (const [way, { Subject, Html, Text }] of Object.entries({ shown: preview, ...sendPaths }))
      expect({ way, Subject: filled(Subject), Html: filled(Html), Text: filled(Text) }).toEqual({
        way,
        ...{ Subject: [value], Html: [value], Text: [value] },
      })
    const outbox = await app.sql<{ subject: string; body: string }>(
      `select subject, body from outbox_message where message_id = $1`,
      sendPaths.sent.MessageId,
    )
    expect(outbox.map(({ subject, body: written }) => [filled(subject), filled(written)])).toEqual([[[value], [value]]])
    // A message to several recipients has no single reward, so reward placeholders stay empty, also for one recipient.
    const alone = whole((await write(named))[0]!)
    const ofMany = (await write({ ...bulkInput, Option: 'View Only' })).find(
      ({ CustomerId }) => CustomerId === one.CustomerId,
    )!
    expect(whole(ofMany)).toEqual(alone)
    expect(filled(alone.Subject)).toEqual(Event ? filled(alone.Text) : [value])
    const bulk = (await write({ ...bulkInput, Option: 'Send' })).find(
      ({ CustomerId }) => CustomerId === one.CustomerId,
    )!
    expect(whole(bulk)).toEqual(alone)
    expect(await sentBy(bulk.MessageId)).toEqual({ Subject: alone.Subject, Text: alone.Text })
  },
)

test('a message has the same text whether it is sent to one customer, to many or by a campaign', async () => {
  const names = plain.filter(({ Events }) => !Events)
  const text = names.map(({ Name }) => `${Name} {{ ${Name} | default: "none" }}`)
  const TemplateId = await template({
    isCampaign: 'Y',
    Texts: [
      { Language: 'en', Subject: text.slice(0, 4).join(', '), Body: text.map((line) => `<p>${line}</p>`).join('') },
    ],
  })
  const [one, two] = [await holder({ preferred_name: 'Mei', salutation: 'Ms' }), await holder()]
  const [alone, other] = [
    (await write({ TemplateId, CustomerId: [one.CustomerId] }))[0]!,
    (await write({ TemplateId, CustomerId: [two.CustomerId] }))[0]!,
  ]
  expect(alone.Text).toContain('Mei')
  expect(names.filter(({ Name }) => !alone.Text.includes(`${Name} `))).toEqual([])
  const many = await write({ TemplateId, CustomerId: [one.CustomerId, two.CustomerId], Option: 'Send' })
  expect(many.toSorted((a, b) => a.CustomerId - b.CustomerId).map(whole)).toEqual([whole(alone), whole(other)])

  const { CampaignCode } = await campaign(app)
  await app.call(addCampaignTargets, { CampaignCode, CustomerId: [one.CustomerId, two.CustomerId] }, hq)
  await app.sql('delete from outbox_message')
  expect((await app.call(addCampaignSend, { CampaignCode, TemplateId }, hq)).status).toBe(201)
  await sendCampaignsJob.run(jobContext(app))
  const messages = await app.sql(`select subject as "Subject", body as "Text" from outbox_message order by recipient`)
  expect(messages).toEqual([alone, other].map(({ Subject, Text }) => ({ Subject, Text })))
})

test('a message is not sent if a placeholder in its subject or body has neither a value nor a fallback', async () => {
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

test('every template of the demo can be rendered in each of its languages', async () => {
  const leftovers = /\{\{|\{%|undefined|\bnull\b|NaN|\[object/
  let read = 0
  for (const one of demoContactTemplates)
    for (const { Language, Subject, Body } of one.Texts ?? []) {
      const input = { ContactType: one.ContactType ?? 'Email', Event: one.Event, Language, Subject, Body }
      const { body } = await app.call(contract.previewText, input as never, hq)
      const wholeText = `${body.Subject ?? ''} ${body.Text} ${body.Html ?? ''}`
      expect([one.Name, Language, body.Missing, leftovers.exec(wholeText)?.[0], body.Text.trim() === '']).toEqual([
        ...[one.Name, Language, [], undefined, false],
      ])
      read++
    }
  expect(read).toBeGreaterThan(20)
})
