import { beforeEach, describe, expect, test } from 'vitest'
import { registered } from '#tests/factories/customers.ts'
import { reward } from '#tests/factories/rewards.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

const app = useApp({ at: '2026-03-10T04:00:00Z' })
const outlet = staffWith({ roles: ['Contact Templates', 'Customer'] })
let number = 0
beforeEach(() => app.clock.set('2026-03-10T04:00:00Z'))

type Add = Parameters<typeof app.call<typeof contract.addTemplate>>[1]
const English = { Language: 'en', Subject: 'Hello', Body: '<p>Dear {{ FullName }}</p>' } as const
const template = (values: Partial<Add> = {}) => ({ Name: `Template ${++number}`, Texts: [English], ...values }) as Add
const add = async (values: Partial<Add> = {}) => (await app.call(contract.addTemplate, template(values), hq)).body
const refused = async (values: Partial<Add>) => (await app.call(contract.addTemplate, template(values), hq)).refusal

describe('a template', () => {
  test('begins as a draft, in its languages side by side, and says which names it uses', async () => {
    const made = await add({
      Texts: [
        { Language: 'ms', Subject: 'Salam {{ PreferredName | default: FullName }}', Body: '<p>Hai</p>' },
        English,
      ],
    })
    expect(made).toMatchObject({
      Status: 'Draft',
      Purpose: 'Marketing',
      isCampaign: 'N',
      Event: null,
      Names: ['FullName', 'PreferredName'],
      Version: 1,
    })
    expect(made.Texts.map(({ Language }) => Language)).toEqual(['en', 'ms'])
  })

  test('belongs to an event by the code of the event alone, and then has its purpose', async () => {
    expect(await add({ ReferenceCode: 'REWARD-CLAIMED' })).toMatchObject({
      Event: 'REWARD-CLAIMED',
      ReferenceCode: 'REWARD-CLAIMED',
      Purpose: 'Service',
    })
    expect(await add({ Event: 'POINTS-EXPIRING' })).toMatchObject({
      ReferenceCode: 'POINTS-EXPIRING',
      Purpose: 'Marketing',
    })
  })

  test('or to one reward, and then says what has to happen to it', async () => {
    const { Code } = await reward(app.db)
    expect(await refused({ ReferenceCode: Code })).toMatchObject({ code: 'messages.needs_event' })
    expect(await refused({ ReferenceCode: 'NOTHING' })).toMatchObject({ code: 'messages.no_reward' })
    expect(await add({ ReferenceCode: Code, Event: 'REWARD-ISSUED' })).toMatchObject({ ReferenceCode: Code })
  })

  test('of a campaign belongs to neither', async () => {
    expect(await refused({ isCampaign: 'Y', ReferenceCode: 'REWARD-CLAIMED' })).toMatchObject({
      code: 'messages.of_campaign',
    })
    const made = await add({ isCampaign: 'Y' })
    // The flag of the specification may be a boolean; rows carry it as Y or N.
    for (const isCampaign of ['Y', true] as 'Y'[]) {
      const { body } = await app.call(contract.listTemplates, { isCampaign }, hq)
      expect(body.rows).toMatchObject([{ TemplateId: made.TemplateId, isCampaign: 'Y' }])
    }
  })

  test('is changed over the version that was read, and every version is kept as it is sent', async () => {
    const { TemplateId } = await add()
    const change = { TemplateId, Version: 1, Texts: [{ ...English, Body: '<p>Second {{ FullName }}</p>' }] }
    expect(await app.call(contract.updateTemplate, change, hq)).toMatchObject({ status: 200, body: { Version: 2 } })
    expect(await app.call(contract.updateTemplate, change, hq)).toMatchObject({
      status: 409,
      refusal: { code: 'kit.stale', current: { Version: 2 } },
    })
    const kept = await app.sql<{ version: number; text: string }>(
      'select version, text from contact_template_version where template_id = $1 order by 1',
      TemplateId,
    )
    expect(kept.map(({ version, text }) => [version, text.split('\n')[0]])).toEqual([
      [1, 'Dear {{ FullName }}'],
      [2, 'Second {{ FullName }}'],
    ])
  })

  test('cannot have the name of another', async () => {
    const { Name } = await add()
    expect(await refused({ Name: Name.toUpperCase() })).toMatchObject({ code: 'messages.name_taken' })
  })

  test('is written by head office and read by every outlet', async () => {
    expect(await app.call(contract.addTemplate, template(), outlet)).toMatchObject({ status: 403 })
    expect(await app.call(contract.listTemplates, {}, outlet)).toMatchObject({ status: 200 })
  })

  test('that was deleted comes back as it was within 30 seconds', async () => {
    const { TemplateId } = await add({ Event: 'REWARD-COLLECTED', Status: 'Active' })
    await app.call(contract.deleteTemplate, { TemplateId }, hq)
    expect(await app.call(contract.getTemplate, { TemplateId }, hq)).toMatchObject({ status: 404 })
    expect(await app.call(contract.restoreTemplate, { TemplateId }, hq)).toMatchObject({ body: { Status: 'Active' } })
    await app.call(contract.deleteTemplate, { TemplateId }, hq)
    app.clock.advance(31)
    expect(await app.call(contract.restoreTemplate, { TemplateId }, hq)).toMatchObject({
      refusal: { code: 'messages.undo_over' },
    })
  })
})

describe('an active template', () => {
  test('is the only one of its kind', async () => {
    await add({ Event: 'REWARD-CANCELLED', Status: 'Active' })
    expect(await refused({ Event: 'REWARD-CANCELLED', Status: 'Active' })).toMatchObject({
      code: 'messages.active_taken',
    })
    expect(await add({ Event: 'REWARD-CANCELLED', Status: 'Inactive' })).toMatchObject({ Status: 'Inactive' })
  })

  test('has a text in the default language, and each e-mail a subject', async () => {
    expect(await refused({ Status: 'Active', Texts: [{ ...English, Language: 'ja' }] })).toMatchObject({
      code: 'messages.no_text',
      params: { Language: 'en' },
    })
    expect(await refused({ Status: 'Active', Texts: [{ Language: 'en', Body: '<p>Hello</p>' }] })).toMatchObject({
      code: 'messages.no_subject',
    })
  })

  test('names the way out where it is a marketing SMS', async () => {
    const sms = { ContactType: 'SMS', Status: 'Active' } as const
    expect(await refused({ ...sms, Texts: [{ Language: 'en', Body: 'Come and see' }] })).toMatchObject({
      code: 'messages.no_way_out',
    })
    expect(
      await add({ ...sms, Texts: [{ Language: 'en', Body: 'Come and see. Stop: {{ UnsubscribeLink }}' }] }),
    ).toMatchObject({ Status: 'Active' })
  })
})

describe('what is wrong with a text is said when it is saved:', () => {
  const body = (Body: string) => refused({ Texts: [{ ...English, Body }] })

  test.each([
    ['a name that does not exist', '<p>{{ Salary }}</p>', 'messages.unknown_name'],
    ['a name inside a condition', '<p>{% if Salary %}x{% endif %}</p>', 'messages.unknown_name'],
    ['a tag that reads files', '<p>{% include "/etc/passwd" %}</p>', 'messages.not_liquid'],
    ['a tag that sets values', '<p>{% assign a = 1 %}</p>', 'messages.not_liquid'],
    ['a filter that is not in the list', '<p>{{ FullName | append: "x" }}</p>', 'messages.not_liquid'],
    ['a way into the program', '<p>{{ FullName.constructor }}</p>', 'messages.not_liquid'],
    ['a list that never ends', '<p>{% for a in (1..9999999) %}x{% endfor %}</p>', 'messages.not_liquid'],
    [
      'a loop in a loop',
      '{% for a in Rewards %}{% for b in Rewards %}x{% endfor %}{% endfor %}',
      'messages.not_liquid',
    ],
    ['a field that a list does not have', '{% for one in Rewards %}{{ one.IdNo }}{% endfor %}', 'messages.not_liquid'],
    ['a tag that is not closed', '<p>{% if FullName %}</p>', 'messages.not_liquid'],
  ])('%s', async (_, text, code) => {
    expect(await body(text)).toMatchObject({ statusCode: 409, code })
  })

  test('a language twice, and an SMS of more than ten parts', async () => {
    expect(await refused({ Texts: [English, English] })).toMatchObject({ code: 'messages.language_twice' })
    expect(await refused({ ContactType: 'SMS', Texts: [{ Language: 'en', Body: 'x'.repeat(1_531) }] })).toMatchObject({
      code: 'messages.sms_too_long',
    })
  })

  test('a subject of two lines', async () => {
    expect(await refused({ Texts: [{ ...English, Subject: 'Hello\r\nBcc: spy@evil.example' }] })).toMatchObject({
      statusCode: 400,
    })
  })
})

describe('a text that could not be sent', () => {
  // Around each paragraph the page of the company is several times as long as the paragraph.
  const Body = '<p>a</p>'.repeat(6_000)

  test('is refused when it is saved, and in the preview, with the reason', async () => {
    expect(Body.length).toBeLessThan(contract.BODY_MAX)
    const reason = { statusCode: 409, code: 'messages.not_liquid', params: { Language: 'en' } }
    expect(await refused({ Texts: [{ ...English, Body }] })).toMatchObject(reason)
    const preview = await app.call(
      contract.previewText,
      { ContactType: 'Email', Language: 'en', Subject: 'a', Body },
      hq,
    )
    expect(preview).toMatchObject({ status: 409, refusal: { code: 'messages.not_liquid' } })
  })

  test('of the same length in few paragraphs is saved and sent', async () => {
    const saved = await add({ Texts: [{ ...English, Body: `<p>${'word '.repeat(9_500)}</p>` }] })
    const preview = await app.call(
      contract.findCustomerMessages,
      { TemplateId: saved.TemplateId, CustomerId: [(await registered(app.db)).CustomerId] },
      hq,
    )
    expect(preview).toMatchObject({ status: 200, body: { rows: [{ Html: expect.stringContaining('word word') }] } })
  })
})

describe('HTML is cleaned before it is stored:', () => {
  const stored = async (Body: string) => (await add({ Texts: [{ ...English, Body }] })).Texts[0]!.Body

  test.each([
    ['scripts', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
    ['handlers', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
    ['styles but alignment', '<p style="color:red;text-align:right">a</p>', '<p style="text-align:right">a</p>'],
    ['forms and frames', '<form><iframe src="https://x.example"></iframe>a</form>', 'a'],
    [
      'pictures elsewhere whose address would tell who opens them',
      '<img src="https://x.example/a.png?who={{ FullName }}" alt="a" />',
      '<img alt="a" />',
    ],
    [
      'pictures elsewhere with a field in their path',
      '<img src="https://x.example/{{ MembershipNo }}.png" alt="a" />',
      '<img alt="a" />',
    ],
    ['pictures from the open', '<img src="http://x.example/a.png" alt="a" />', '<img alt="a" />'],
  ])('%s', async (_, sent, kept) => {
    expect(await stored(sent)).toBe(kept)
  })

  test('keeps pictures of the own host with a field, and of any host without one', async () => {
    const own = `${app.services.webUrl.replace('http:', () => 'https:')}/media/card.png?m={{ MembershipNo }}`
    for (const src of [own, 'https://x.example/a.png'])
      expect(await stored(`<img src="${src}" alt="a" />`)).toBe(`<img src="${src}" alt="a" />`)
  })

  test.each([
    ['javascript:alert(1)', false],
    ['JaVaScRiPt:alert(1)', false],
    ['data:text/html,x', false],
    ['//x.example', false],
    ['https://{{ FullName }}.example/', false],
    ['https://x.example@{{ FullName }}/', false],
    ['{{ FullName }}', false],
    ['{% if FullName %}https://x.example{% endif %}', false],
    ['{{ &quot;javascript:alert(1)&quot; }}', false],
    ['https://x.example/a?m={{ MembershipNo | url_encode }}', true],
    ['{{ UnsubscribeLink }}', true],
    ['mailto:hello@carat.example', true],
    ['tel:+60312345678', true],
  ])('a link to %s stays: %s', async (href, stays) => {
    expect((await stored(`<a href="${href}">a</a>`)).includes('href=')).toBe(stays)
  })

  test('a value cannot break out of the place where it stands', async () => {
    const person = await registered(app.db, { PreferredName: `"><img src=x onerror=alert(1)>{{ IdNo }}` })
    const { body } = await app.call(
      contract.previewText,
      {
        ContactType: 'Email',
        Language: 'en',
        Subject: '{{ PreferredName }}',
        Body: '<p title="{{ PreferredName }}">{{ PreferredName }}</p><a href="https://x.example/{{ PreferredName }}">a</a>',
        CustomerId: person.CustomerId,
      },
      hq,
    )
    expect(body.Html).not.toMatch(/<img src=x/)
    expect(body.Html).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;{{ IdNo }}')
    expect(body.Text).toContain('{{ IdNo }}')
  })
})

test('an editor is offered the names of all areas, the events and the languages', async () => {
  const { body } = await app.call(contract.getTemplateOptions, {}, outlet)
  expect(body.Names.map(({ Name }) => Name)).toEqual(
    expect.arrayContaining(['FullName', 'MembershipNo', 'PointBalance', 'RewardName', 'VoucherNo', 'UnsubscribeLink']),
  )
  expect(body.Events).toContainEqual({ Event: 'REWARD-CLAIMED', Purpose: 'Service', OfRewardYN: 'Y' })
  expect(body).toMatchObject({ DefaultLanguage: 'en', Languages: ['en', 'zh', 'fr', 'ja', 'ms'] })
})
