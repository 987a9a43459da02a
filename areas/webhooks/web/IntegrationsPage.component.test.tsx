import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listSystemAccounts } from '#areas/access/contract/system-accounts.ts'
import { expectAccessible, expectNoSideScroll } from '#tests/components/accessibility.ts'
import { button, chooseAction, chooseOption, dialog, row } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, answerList, holdReplies, replyOf, requestsTo } from '#tests/components/server.ts'
import {
  answerDeliveries,
  answerEndpoints,
  answerLines,
  sampleEndpoint,
  sampleStatus,
} from '#tests/components/webhooks.ts'
import {
  addEndpoint,
  cancelReplay,
  dropLine,
  endPreviousSecret,
  getFeedStatus,
  listDeliveries,
  listEndpoints,
  listReplays,
  pauseEndpoint,
  refusals,
  removeEndpoint,
  replayEvents,
  resumeEndpoint,
  resumeLine,
  rotateSecret,
  testEndpoint,
} from '../contract.ts'

const PAGE = '/settings/integrations'

const paused = (fields = {}) =>
  sampleEndpoint({
    EndpointId: 2,
    Name: 'ERP',
    Status: 'Paused',
    PausedReason: 'Gone',
    PausedAt: '2026-11-21T02:05:00.000Z',
    ...fields,
  })

test('integrations page: without endpoints, it explains webhooks and offers to add one and to read the API document', async () => {
  answerEndpoints([])
  await openPage(PAGE)
  await expect.element(page.getByText(/A webhook sends each event/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'API document' })).toHaveAttribute('href', 'api/docs/')
  await expect.element(page.getByText('Needs attention')).not.toBeInTheDocument()
  await button('Add endpoint', page.getByRole('region', { name: 'Endpoints' })).click()
  await expect.element(dialog('Add endpoint')).toBeVisible()
  await expectAccessible()
})

test('integrations page: an outlet user with the role is told that the page is not accessible', async () => {
  answerEndpoints([])
  await openPage(PAGE, { as: 'outlet', roles: ['User Roles'] })
  await expect.element(page.getByText('You do not have access to this')).toBeVisible()
  expect(requestsTo(listEndpoints)).toEqual([])
})

test('integrations page: shows placeholders while loading, and offers another attempt after an error', async () => {
  answerEndpoints([sampleEndpoint()])
  const release = holdReplies(listEndpoints, { count: 1, rows: [sampleEndpoint()] })
  const opening = openPage(PAGE)
  await expect.poll(() => document.querySelector('main [aria-busy="true"]')).not.toBeNull()
  release()
  await opening
  await expect.element(row('Data warehouse')).toBeVisible()

  answer(getFeedStatus, refusals.notFound())
  await openPage(PAGE)
  await expect.element(page.getByText('The delays could not be loaded')).toBeVisible()
  answer(getFeedStatus, sampleStatus([sampleEndpoint()]))
  await button('Try again').click()
  await expect.element(page.getByText('The delays could not be loaded')).not.toBeInTheDocument()
})

test('integrations page: an endpoint without problems shows only its host, events, lag and last success', async () => {
  const endpoint = sampleEndpoint({ Types: ['points.moved', 'sale.entered'] })
  answerEndpoints([endpoint])
  await openPage(PAGE, { width: 1440 })
  const cells = row('Data warehouse')
  await expect.element(cells).toMatchTextContent('warehouse.example.com')
  await expect.element(cells).toMatchTextContent('2 types of events')
  await expect.element(cells).toMatchTextContent('Up to date')
  await expect.element(page.getByText('Needs attention')).not.toBeInTheDocument()
  await expectAccessible()
})

test('integrations page: paused and failing endpoints, stopped events and large lags come first', async () => {
  const endpoints = [
    paused(),
    sampleEndpoint({ EndpointId: 3, Name: 'Newsletter', FailingSince: '2026-11-21T02:05:00.000Z', WaitingLines: 2 }),
    sampleEndpoint({ EndpointId: 4, Name: 'CRM', ParkedLines: 3 }),
  ]
  const status = sampleStatus(endpoints)
  const reader = { Position: 1, LagEvents: 900, LagSeconds: 259_200, ReadAt: '2026-11-18T02:05:00.000Z' }
  const late = { ...status.Endpoints[2]!, EndpointId: 5, Name: 'Loyalty app', LagEvents: 120, LagSeconds: 600 }
  answerEndpoints(endpoints, {
    ...status,
    Endpoints: [...status.Endpoints, late],
    PublisherLagSeconds: 120,
    Programs: [{ ...reader, UserId: 7, DisplayName: 'Analysts' }],
  })
  await openPage(PAGE)
  const attention = page.getByRole('region', { name: 'Needs attention' })
  const titles = () => [...attention.element().querySelectorAll('strong')].map(({ textContent }) => textContent)
  await expect.element(attention).toBeVisible()
  expect(titles()).toEqual([
    'ERP is paused',
    'Newsletter accepts no events',
    'CRM: events of 3 members or records are stopped',
    'Events are published 2 minutes late',
    'Loyalty app is 10 minutes behind',
    'Analysts is 3 days behind',
  ])
  await expect.element(attention).toMatchTextContent('The receiver answered that the URL is gone (410)')
  await expectAccessible()
  await page.getByRole('link', { name: 'Show failures' }).click()
  await expect
    .poll(() => requestsTo(listDeliveries).at(-1))
    .toMatchObject({ Search: { EndpointId: 3, DeliveredYN: 'N' } })
})

test('integrations page: the secret of a new endpoint is shown once, with a copy button', async () => {
  answerEndpoints([])
  answer(addEndpoint, { Endpoint: sampleEndpoint(), Secret: 'whsec_AAAA' })
  await openPage(PAGE)
  await button('Add endpoint').first().click()
  await dialog().getByLabelText('Name').fill('Data warehouse')
  await dialog().getByLabelText('URL').fill('https://warehouse.example.com/carat/events')
  await button('Save', dialog()).click()
  await expect.element(page.getByText('whsec_AAAA')).toBeVisible()
  await expect.element(button('Copy Secret')).toBeVisible()
  await expectAccessible()
  await button('I have saved it').click()
  await expect.element(page.getByText('whsec_AAAA')).not.toBeInTheDocument()
  expect(requestsTo(addEndpoint)).toEqual([
    { Name: 'Data warehouse', Url: 'https://warehouse.example.com/carat/events', Types: [] },
  ])
})

test('integrations page: a host that the operator has not allowed is reported below the URL', async () => {
  answerEndpoints([])
  answer(addEndpoint, refusals.hostNotAllowed({ Host: 'evil.example.com' }))
  await openPage(PAGE)
  await button('Add endpoint').first().click()
  await expect.element(dialog()).toMatchTextContent('Allowed hosts: warehouse.example.com, erp.example.com')
  await dialog().getByLabelText('Name').fill('Data warehouse')
  const url = dialog().getByLabelText('URL')
  await url.fill('https://evil.example.com/')
  await button('Save', dialog()).click()
  await expect.element(url).toHaveAttribute('aria-invalid', 'true')
  await expect.element(dialog()).toMatchTextContent('The operator has not allowed evil.example.com')
  await expect.element(url).toHaveFocus()
})

test('integrations page: a test event shows the reply of the receiver, and can be sent again', async () => {
  answerEndpoints([sampleEndpoint()])
  const failure = { DeliveredYN: 'N', StatusCode: 500, Error: 'Status', DurationMs: 34 } as const
  answer(testEndpoint, { WebhookId: 'test_1', ...failure })
  await openPage(PAGE)
  await chooseAction('Data warehouse', 'Send test event')
  await expect.element(dialog()).toMatchTextContent('The test event was not accepted')
  await expect.element(dialog()).toMatchTextContent('500 · The receiver refused the event, 34 ms')
  answer(testEndpoint, { WebhookId: 'test_2', DeliveredYN: 'Y', StatusCode: 204, Error: null, DurationMs: 12 })
  await button('Send again', dialog()).click()
  await expect.element(dialog()).toMatchTextContent('The receiver accepted the test event')
  await expectAccessible()
  expect(requestsTo(testEndpoint)).toEqual([{ EndpointId: 1 }, { EndpointId: 1 }])
})

test('integrations page: pausing and deleting an endpoint ask for confirmation first', async () => {
  answerEndpoints([sampleEndpoint()])
  answer(pauseEndpoint, sampleEndpoint({ Status: 'Paused', PausedReason: 'Manual' }))
  answer(removeEndpoint, { EndpointId: 1 })
  await openPage(PAGE)
  await chooseAction('Data warehouse', 'Pause')
  await expect.element(dialog('Pause Data warehouse?')).toBeVisible()
  expect(requestsTo(pauseEndpoint)).toEqual([])
  await button('Pause', dialog()).click()
  await expect.element(page.getByText('Data warehouse is paused')).toBeVisible()
  await chooseAction('Data warehouse', 'Delete')
  await expect.element(dialog()).toMatchTextContent('the events that wait for it are dropped')
  await button('Delete', dialog()).click()
  await expect.poll(() => requestsTo(removeEndpoint)).toEqual([{ EndpointId: 1 }])
})

test('integrations page: an endpoint whose next events are deleted resumes only after a second confirmation', async () => {
  answerEndpoints([paused()])
  answer(resumeEndpoint, (input) =>
    input.SkipLost ? sampleEndpoint({ Name: 'ERP' }) : refusals.eventsDeleted({ Position: 90 }),
  )
  await openPage(PAGE)
  await button('Resume', page.getByRole('region', { name: 'Needs attention' })).click()
  await expect.element(dialog('Resume ERP without the deleted events?')).toBeVisible()
  await button('Resume', dialog()).click()
  await expect.element(page.getByText('ERP receives events again')).toBeVisible()
  expect(requestsTo(resumeEndpoint).map(({ SkipLost }) => SkipLost)).toEqual([false, true])
})

test('integrations page: a replaced secret says until when both are valid, and the previous one can be ended', async () => {
  const until = '2026-11-22T02:05:00.000Z'
  answerEndpoints([sampleEndpoint({ PreviousSecretUntil: until })])
  answer(rotateSecret, { Endpoint: sampleEndpoint({ PreviousSecretUntil: until }), Secret: 'whsec_BBBB' })
  answer(endPreviousSecret, sampleEndpoint())
  await openPage(PAGE)
  await expect.element(row('Data warehouse')).toMatchTextContent('Two secrets until 22 Nov')
  await chooseAction('Data warehouse', 'Replace secret')
  await button('Replace secret', dialog()).click()
  await expect.element(page.getByText('whsec_BBBB')).toBeVisible()
  await expect.element(dialog()).toMatchTextContent('Until 22/11/2026 10:05:00 AM')
  await button('I have saved it').click()
  await chooseAction('Data warehouse', 'End the previous secret')
  await button('End the previous secret', dialog()).click()
  await expect.poll(() => requestsTo(endPreviousSecret)).toEqual([{ EndpointId: 1 }])
})

test('integrations page: a range of events is sent again, and a running replay can be stopped', async () => {
  answerEndpoints([sampleEndpoint()])
  answer(replayEvents, replyOf(replayEvents))
  answerList(listReplays, 1, () => ({
    ReplayId: 4,
    Status: 'Running' as const,
    FromPosition: 10,
    ToPosition: 2000,
    Position: 60,
  }))
  answer(cancelReplay, replyOf(cancelReplay))
  await openPage(PAGE)
  await chooseAction('Data warehouse', 'Replay events')
  await dialog().getByLabelText('First position').fill('10')
  await dialog().getByLabelText('Last position').fill('2000')
  await expectAccessible()
  await button('Replay', dialog()).click()
  await expect.poll(() => requestsTo(replayEvents)).toEqual([{ EndpointId: 1, FromPosition: 10, ToPosition: 2000 }])
  await button('Preview Data warehouse').click()
  await expect.element(dialog()).toMatchTextContent('Positions 10 to 2,000')
  await button('Stop replay', dialog()).click()
  await expect.poll(() => requestsTo(cancelReplay)).toEqual([{ ReplayId: 4 }])
})

test('deliveries: the log is filtered by endpoint, event and result', async () => {
  answerEndpoints([sampleEndpoint()])
  answerDeliveries([
    { Type: 'points.moved', DeliveredYN: 'Y', StatusCode: 204, Error: null, DurationMs: 40 },
    { Type: 'carat.test', DeliveredYN: 'N', StatusCode: null, Error: 'Timeout', DurationMs: 10_000, Position: null },
  ])
  await openPage(`${PAGE}?tab=deliveries`, { width: 1440 })
  await expect.element(row('Points changed')).toMatchTextContent('204 · 40 ms')
  await expect.element(row('Test event')).toMatchTextContent('No answer in time · 10,000 ms')
  await expectAccessible()
  await chooseOption(page.getByLabelText('Endpoint'), 'Data warehouse')
  await chooseOption(page.getByLabelText('Event', { exact: true }), 'Points changed')
  await chooseOption(page.getByLabelText('Result'), 'Failed')
  await expect
    .poll(() => requestsTo(listDeliveries).at(-1))
    .toMatchObject({ Search: { EndpointId: 1, Type: 'points.moved', DeliveredYN: 'N' } })
})

const stopped = { LineId: 8, Line: 'member:JC000000018', MembershipNo: 'JC000000018', CustomerId: 5 } as const

test('deliveries: stopped events of a member can be tried again, or dropped after saying what the receiver will miss', async () => {
  const endpoint = sampleEndpoint({ Name: 'ERP', ParkedLines: 1 })
  answerEndpoints([endpoint])
  answerLines([
    {
      ...stopped,
      Status: 'Parked',
      NextAttemptAt: null,
      Attempts: 12,
      Type: 'points.moved',
      Position: 41,
      Error: 'TLS',
      StatusCode: null,
    },
  ])
  answer(resumeLine, replyOf(resumeLine, { ...stopped }))
  answer(dropLine, { LineId: 8 })
  await openPage(`${PAGE}?tab=deliveries`)
  const line = row('JC000000018')
  await expect.element(line).toMatchTextContent('After 12 attempts')
  await expect.element(line).toMatchTextContent('The certificate is not valid')
  await button('Try again now: JC000000018').click()
  await expect.poll(() => requestsTo(resumeLine)).toEqual([{ LineId: 8 }])
  await chooseAction('JC000000018', 'Drop the failed event')
  await expect.element(dialog()).toMatchTextContent('ERP never receives “Points changed” at position 41')
  await button('Drop the failed event', dialog()).click()
  await chooseAction('JC000000018', 'Drop all waiting events')
  await expect.element(dialog()).toMatchTextContent('will be wrong until it reads a snapshot')
  await button('Drop all waiting events', dialog()).click()
  await expect
    .poll(() => requestsTo(dropLine))
    .toEqual([
      { LineId: 8, Events: 'First' },
      { LineId: 8, Events: 'All' },
    ])
})

test('programs: system accounts show their permissions, last use and lag behind the event feed', async () => {
  const reader = {
    UserId: 3,
    DisplayName: 'Analysts',
    Position: 1,
    LagEvents: 12,
    LagSeconds: 300,
    ReadAt: '2026-11-21T02:05:00.000Z',
  }
  answerEndpoints([], sampleStatus([], { Programs: [reader] }))
  answerList(listSystemAccounts, 1, () => ({
    UserId: 3,
    Username: 'warehouse',
    DisplayName: 'Analysts',
    Scopes: ['events:read'],
    LastUsedAt: null,
  }))
  await openPage(`${PAGE}?tab=programs`)
  const program = page.getByRole('listitem').filter({ hasText: 'Analysts' })
  await expect.element(program).toMatchTextContent('Read the event feed of all outlets')
  await expect.element(program).toMatchTextContent('Never used')
  await expect.element(program).toMatchTextContent('Event feed: 12 events, 5 minutes behind')
  await expect.element(page.getByRole('link', { name: 'Manage system accounts' })).toBeVisible()
  await expectAccessible()
})

test('event feed: shows the last position, the allowed hosts and the documents', async () => {
  answerEndpoints([], sampleStatus([]))
  await openPage(`${PAGE}?tab=feed`)
  await expect.element(page.getByText('48,211')).toBeVisible()
  await expect.element(page.getByText('Without delay')).toBeVisible()
  await expect.element(page.getByText('warehouse.example.com, erp.example.com')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'OpenAPI description' }))
    .toHaveAttribute('href', 'api/openapi.json')
  await expectAccessible()
})

test.each([
  ['fr', 390, 'rtl', 'dark'],
  ['ja', 390, 'ltr', 'light'],
  ['zh', 768, 'rtl', 'light'],
  ['en', 1920, 'ltr', 'dark'],
] as const)(
  'integrations page in %s at %i px, %s, %s: fits and is accessible',
  async (Language, width, Direction, Mode) => {
    const endpoints = [
      paused(),
      sampleEndpoint({ ParkedLines: 3, WaitingLines: 1, PreviousSecretUntil: '2026-11-22T02:05:00.000Z' }),
    ]
    answerEndpoints(endpoints)
    answerDeliveries([{ Type: 'points.moved', DeliveredYN: 'N', Error: 'Timeout', StatusCode: null }])
    answerLines([{ ...stopped, Status: 'Parked', NextAttemptAt: null }])
    for (const tab of ['endpoints', 'deliveries', 'programs', 'feed']) {
      await openPage(`${PAGE}?tab=${tab}`, { width, preferences: { Language, Direction, Mode } })
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoSideScroll()
      await expectAccessible()
    }
  },
)
