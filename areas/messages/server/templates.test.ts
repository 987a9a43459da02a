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
const refusalOf = async (values: Partial<Add>) => (await app.call(contract.addTemplate, template(values), hq)).refusal

describe('contact templates', () => {
  test('contact template: a new template is a draft, with its languages in order and a list of the merge fields in use', async () => {
    const created = await add({
      Texts: [
        { Language: 'ms', Subject: 'Salam {{ PreferredName | default: FullName }}', Body: '<p>Hai</p>' },
        English,
      ],
    })
    expect(created).toMatchObject({
      Status: 'Draft',
      Purpose: 'Marketing',
      isCampaign: 'N',
      Event: null,
      Names: ['FullName', 'PreferredName'],
      Version: 1,
    })
    expect(created.Texts.map(({ Language }) => Language)).toEqual(['en', 'ms'])
  })

  test('contact template: a reference code that is the name of an event sets the event, and an event sets the reference code', async () => {
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

  test('contact template: a template for a certain reward must belong to an event of rewards', async () => {
    const { Code } = await reward(app.db)
    expect(await refusalOf({ ReferenceCode: Code })).toMatchObject({ code: 'messages.needs_event' })
    expect(await refusalOf({ ReferenceCode: 'NOTHING' })).toMatchObject({ code: 'messages.no_reward' })
    expect(await add({ ReferenceCode: Code, Event: 'REWARD-ISSUED' })).toMatchObject({ ReferenceCode: Code })
  })

  test('contact template: a template for campaigns has neither an event nor a reward', async () => {
    expect(await refusalOf({ isCampaign: 'Y', ReferenceCode: 'REWARD-CLAIMED' })).toMatchObject({
      code: 'messages.of_campaign',
    })
    const created = await add({ isCampaign: 'Y' })
    // Requests may have the flag `isCampaign` as a boolean; replies have Y or N.
    for (const isCampaign of ['Y', true] as 'Y'[]) {
      const { body } = await app.call(contract.listTemplates, { isCampaign }, hq)
      expect(body.rows).toMatchObject([{ TemplateId: created.TemplateId, isCampaign: 'Y' }])
    }
  })

  test('contact template: an update needs the current version, and every version stays stored', async () => {
    const { TemplateId } = await add()
    const change = { TemplateId, Version: 1, Texts: [{ ...English, Body: '<p>Second {{ FullName }}</p>' }] }
    expect(await app.call(contract.updateTemplate, change, hq)).toMatchObject({ status: 200, body: { Version: 2 } })
    expect(await app.call(contract.updateTemplate, change, hq)).toMatchObject({
      status: 409,
      refusal: { code: 'kit.stale', current: { Version: 2 } },
    })
    const versions = await app.sql<{ version: number; text: string }>(
      'select version, text from contact_template_version where template_id = $1 order by 1',
      TemplateId,
    )
    expect(versions.map(({ version, text }) => [version, text.split('\n')[0]])).toEqual([
      [1, 'Dear {{ FullName }}'],
      [2, 'Second {{ FullName }}'],
    ])
  })

  test('contact template: a name that another template has in any case is refused', async () => {
    const { Name } = await add()
    expect(await refusalOf({ Name: Name.toUpperCase() })).toMatchObject({ code: 'messages.name_taken' })
  })

  test('contact template: outlet staff can read templates but cannot add them', async () => {
    expect(await app.call(contract.addTemplate, template(), outlet)).toMatchObject({ status: 403 })
    expect(await app.call(contract.listTemplates, {}, outlet)).toMatchObject({ status: 200 })
  })

  test('contact template: a deletion can be undone within 30 seconds', async () => {
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

describe('active contact templates', () => {
  test('contact template: only one template for each event and channel can be active', async () => {
    await add({ Event: 'REWARD-CANCELLED', Status: 'Active' })
    expect(await refusalOf({ Event: 'REWARD-CANCELLED', Status: 'Active' })).toMatchObject({
      code: 'messages.active_taken',
    })
    expect(await add({ Event: 'REWARD-CANCELLED', Status: 'Inactive' })).toMatchObject({ Status: 'Inactive' })
  })

  test('contact template: an active template needs a text in the default language, and for e-mail a subject', async () => {
    expect(await refusalOf({ Status: 'Active', Texts: [{ ...English, Language: 'ja' }] })).toMatchObject({
      code: 'messages.no_text',
      params: { Language: 'en' },
    })
    expect(await refusalOf({ Status: 'Active', Texts: [{ Language: 'en', Body: '<p>Hello</p>' }] })).toMatchObject({
      code: 'messages.no_subject',
    })
  })

  test('contact template: an active marketing SMS must contain the unsubscribe link', async () => {
    const sms = { ContactType: 'SMS', Status: 'Active' } as const
    expect(await refusalOf({ ...sms, Texts: [{ Language: 'en', Body: 'Come and see' }] })).toMatchObject({
      code: 'messages.no_way_out',
    })
    expect(
      await add({ ...sms, Texts: [{ Language: 'en', Body: 'Come and see. Stop: {{ UnsubscribeLink }}' }] }),
    ).toMatchObject({ Status: 'Active' })
  })
})

describe('invalid texts of a contact template', () => {
  const body = (Body: string) => refusalOf({ Texts: [{ ...English, Body }] })

  test.each([
    ['a name that does not exist', '<p>{{ Salary }}</p>', 'messages.unknown_name'],
    ['a name inside a condition', '<p>{% if Salary %}x{% endif %}</p>', 'messages.unknown_name'],
    ['a tag that reads files', '<p>{% include "/etc/passwd" %}</p>', 'messages.not_liquid'],
    ['a tag that sets values', '<p>{% assign a = 1 %}</p>', 'messages.not_liquid'],
    ['a filter that is not in the list', '<p>{{ FullName | append: "x" }}</p>', 'messages.not_liquid'],
    ['a property of the prototype', '<p>{{ FullName.constructor }}</p>', 'messages.not_liquid'],
    ['a range', '<p>{% for a in (1..9999999) %}x{% endfor %}</p>', 'messages.not_liquid'],
    [
      'a loop in a loop',
      '{% for a in Rewards %}{% for b in Rewards %}x{% endfor %}{% endfor %}',
      'messages.not_liquid',
    ],
    ['a field that a list does not have', '{% for one in Rewards %}{{ one.IdNo }}{% endfor %}', 'messages.not_liquid'],
    ['a tag that is not closed', '<p>{% if FullName %}</p>', 'messages.not_liquid'],
  ])('contact template: rejects %s', async (_, text, code) => {
    expect(await body(text)).toMatchObject({ statusCode: 409, code })
  })

  test('contact template: two texts in one language and an SMS of more than ten parts are refused', async () => {
    expect(await refusalOf({ Texts: [English, English] })).toMatchObject({ code: 'messages.language_twice' })
    expect(await refusalOf({ ContactType: 'SMS', Texts: [{ Language: 'en', Body: 'x'.repeat(1_531) }] })).toMatchObject(
      {
        code: 'messages.sms_too_long',
      },
    )
  })

  test('contact template: a subject with a line break is refused', async () => {
    expect(await refusalOf({ Texts: [{ ...English, Subject: 'Hello\r\nBcc: spy@evil.example' }] })).toMatchObject({
      statusCode: 400,
    })
  })
})

describe('contact template texts that would be too long when sent', () => {
  // The inline styles of the page make each paragraph several times as long.
  const Body = '<p>a</p>'.repeat(6_000)

  test('contact template: a text that would exceed the limits when sent is refused on saving and in the preview', async () => {
    expect(Body.length).toBeLessThan(contract.BODY_LENGTH_MAX)
    const reason = { statusCode: 409, code: 'messages.not_liquid', params: { Language: 'en' } }
    expect(await refusalOf({ Texts: [{ ...English, Body }] })).toMatchObject(reason)
    const preview = await app.call(
      contract.previewText,
      { ContactType: 'Email', Language: 'en', Subject: 'a', Body },
      hq,
    )
    expect(preview).toMatchObject({ status: 409, refusal: { code: 'messages.not_liquid' } })
  })

  test('contact template: a long text in few paragraphs can be saved and rendered', async () => {
    const saved = await add({ Texts: [{ ...English, Body: `<p>${'word '.repeat(9_500)}</p>` }] })
    const preview = await app.call(
      contract.findCustomerMessages,
      { TemplateId: saved.TemplateId, CustomerId: [(await registered(app.db)).CustomerId] },
      hq,
    )
    expect(preview).toMatchObject({ status: 200, body: { rows: [{ Html: expect.stringContaining('word word') }] } })
  })
})

describe('sanitizing the HTML of a contact template', () => {
  const storedBody = async (Body: string) => (await add({ Texts: [{ ...English, Body }] })).Texts[0]!.Body

  test.each([
    ['scripts', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
    ['handlers', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
    ['styles except alignment', '<p style="color:red;text-align:right">a</p>', '<p style="text-align:right">a</p>'],
    ['forms and frames', '<form><iframe src="https://x.example"></iframe>a</form>', 'a'],
    [
      'images of other hosts with a merge field in the query',
      '<img src="https://x.example/a.png?who={{ FullName }}" alt="a" />',
      '<img alt="a" />',
    ],
    [
      'images of other hosts with a merge field in the path',
      '<img src="https://x.example/{{ MembershipNo }}.png" alt="a" />',
      '<img alt="a" />',
    ],
    ['images without TLS', '<img src="http://x.example/a.png" alt="a" />', '<img alt="a" />'],
  ])('template HTML: removes %s', async (_, html, expected) => {
    expect(await storedBody(html)).toBe(expected)
  })

  test('template HTML: an image URL with a merge field must be on the server’s own host, other image URLs on any host', async () => {
    const ownUrl = `${app.services.webUrl.replace('http:', () => 'https:')}/media/card.png?m={{ MembershipNo }}`
    for (const src of [ownUrl, 'https://x.example/a.png'])
      expect(await storedBody(`<img src="${src}" alt="a" />`)).toBe(`<img src="${src}" alt="a" />`)
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
  ])('template HTML: a link to %s is kept: %s', async (href, stays) => {
    expect((await storedBody(`<a href="${href}">a</a>`)).includes('href=')).toBe(stays)
  })

  test('template HTML: a value cannot end the attribute or element in which it is inserted', async () => {
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

test('message editor: the options are the merge fields of all areas, the events and the languages', async () => {
  const { body } = await app.call(contract.getTemplateOptions, {}, outlet)
  expect(body.Names.map(({ Name }) => Name)).toEqual(
    expect.arrayContaining(['FullName', 'MembershipNo', 'PointBalance', 'RewardName', 'VoucherNo', 'UnsubscribeLink']),
  )
  expect(body.Events).toContainEqual({ Event: 'REWARD-CLAIMED', Purpose: 'Service', OfRewardYN: 'Y' })
  expect(body).toMatchObject({ DefaultLanguage: 'en', Languages: ['en', 'zh', 'fr', 'ja', 'ms'] })
})
