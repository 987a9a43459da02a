import { Alert } from 'antd'
import { FlaskConicalIcon, SendIcon } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { MemberPicker } from '#areas/customers/web/index.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { ConfirmAction, ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { listSeparator } from '#kit/web/format.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { Columns, Row, Stack } from '#kit/web/Layout.tsx'
import { PageSubtitle } from '#kit/web/PageTools.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRegisterOpenRecord } from '#kit/web/screen.ts'
import { useRead } from '#kit/web/useRead.ts'
import { MESSAGE_RECIPIENTS_MAX } from '../../contract/customers-most.ts'
import { type ContactTemplate, type CustomerMessage, getTemplate } from '../../contract.ts'
import { contactLogPath, templatePath } from '../../paths.ts'
import { MessagePreviewFrame } from '../preview/MailFrame.tsx'
import { SmsLengthText } from '../preview/TextPreview.tsx'
import { RecipientOutcome, RecipientsList } from './Recipients.tsx'
import { type ChosenTemplate, TemplatePicker } from './TemplatePicker.tsx'
import { useRenderedMessages } from './useMessages.ts'
import { useSendMessages } from './useSendMessages.ts'

/** The page that sends a template to customers whom the user chooses, with a preview of each message. */
export function SendTemplatePage() {
  const TemplateId = Number(useParams().TemplateId)
  return <LoadedTemplate key={TemplateId} TemplateId={TemplateId} customers={NO_CUSTOMERS} isTemplatePage />
}

/** Sends a message to the customers who are selected in a list. The user chooses the template on this page. */
export function SendToSelectedCustomersPage() {
  const t = useT()
  const [search] = useSearchParams()
  const [template, setTemplate] = useState<ChosenTemplate>()
  const customers = [...new Set((search.get('CustomerId') ?? '').split(',').map(Number))]
    .filter((id) => Number.isSafeInteger(id) && id > 0)
    .slice(0, MESSAGE_RECIPIENTS_MAX)
  return (
    <Stack gap="l">
      <Card title={t('messages:send.template')}>
        <TemplatePicker value={template} onChange={setTemplate} />
      </Card>
      {template ? (
        <LoadedTemplate key={template.TemplateId} TemplateId={template.TemplateId} customers={customers} />
      ) : (
        <EmptyState tone="grey" title={t('messages:send.chooseTemplate')} hint={t('messages:send.chooseHint')} />
      )}
    </Stack>
  )
}

const NO_CUSTOMERS: readonly number[] = []

type Start = {
  /** The customers who are selected when the page opens. */
  customers: readonly number[]
  /** True if the page belongs to a template and shows the name of the template. */
  isTemplatePage?: boolean
}

function LoadedTemplate({ TemplateId, ...start }: Start & Pick<ContactTemplate, 'TemplateId'>) {
  const t = useT()
  const { data, error, refetch } = useRead(getTemplate, { TemplateId })
  useRegisterOpenRecord(start.isTemplatePage ? data?.Name : undefined)
  if (error) return <ErrorState error={error} title={t('messages:failed.get')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={8} />
  return <SendForm template={data} {...start} />
}

function SendForm({ template, customers, isTemplatePage = false }: Start & { template: ContactTemplate }) {
  const t = useT()
  const navigate = useNavigate()
  const { TemplateId, ContactType, Name } = template
  const [customerIds, setCustomerIds] = useState(customers)
  const [selectedId, setSelectedId] = useState<number>()
  const send = useSendMessages()
  const input = { TemplateId, ContactType, CustomerId: [...customerIds] }
  const { data, error, isFetching } = useRenderedMessages(input)
  const messages = (data?.rows ?? []).filter(({ CustomerId }) => customerIds.includes(CustomerId))
  const ready = messages.filter(({ Blocked }) => Blocked === null)
  const selected = messages.find(({ CustomerId }) => CustomerId === selectedId) ?? messages.at(-1)
  const disabledReason = isFetching ? t('kit:state.loading') : ready.length === 0 && t('messages:send.noRecipients')

  return (
    <>
      {isTemplatePage && (
        <PageSubtitle>
          <Link to={templatePath({ TemplateId })}>{Name}</Link>
        </PageSubtitle>
      )}
      <Columns least={440} gap="xl">
        <Card title={t('messages:send.customers')} count={customerIds.length}>
          <Stack>
            <MemberPicker
              id="messages-send-member"
              label={t('messages:send.add')}
              ofPage
              onPick={({ CustomerId }) => {
                setCustomerIds((before) =>
                  [...before.filter((id) => id !== CustomerId), CustomerId].slice(-MESSAGE_RECIPIENTS_MAX),
                )
                setSelectedId(CustomerId)
              }}
            />
            {error ? (
              <Alert
                type="error"
                showIcon
                role="alert"
                title={t('messages:failed.preview')}
                description={errorText(error).description}
              />
            ) : customerIds.length === 0 ? (
              <EmptyState
                tone="grey"
                title={t('messages:send.empty')}
                hint={t('messages:send.emptyHint', { most: MESSAGE_RECIPIENTS_MAX })}
              />
            ) : (
              <RecipientsList
                messages={messages}
                selected={selected?.CustomerId}
                onShow={setSelectedId}
                onRemove={(CustomerId) => setCustomerIds((before) => before.filter((id) => id !== CustomerId))}
              />
            )}
            {isFetching && messages.length < customerIds.length && <LoadingState rows={2} />}
            {customerIds.length > 0 && (
              <Row>
                <ConfirmAction
                  label={t('messages:send.send', { count: ready.length })}
                  icon={<SendIcon aria-hidden />}
                  button={{ type: 'primary', loading: send.isPending }}
                  disabled={disabledReason}
                  title={t('messages:send.question', { name: Name, count: ready.length })}
                  body={<Question ready={ready} all={messages} />}
                  ok={t('messages:send.send', { count: ready.length })}
                  run={async () => {
                    await send.mutateAsync({
                      ...input,
                      CustomerId: ready.map(({ CustomerId }) => CustomerId),
                      Option: 'Send',
                    })
                    void navigate(contactLogPath())
                  }}
                />
                <ReasonedButton
                  icon={<FlaskConicalIcon aria-hidden />}
                  reason={!selected && t('messages:send.chooseFirst')}
                  onClick={() =>
                    selected && send.mutate({ ...input, CustomerId: [selected.CustomerId], Option: 'Test' })
                  }
                >
                  {t('messages:send.test')}
                </ReasonedButton>
              </Row>
            )}
          </Stack>
        </Card>
        {selected && (
          <div className="messages-beside">
            <Card title={t('messages:preview.of', { name: formatPersonName(selected.FullName) })}>
              <RenderedMessage message={selected} />
            </Card>
          </div>
        )}
      </Columns>
    </>
  )
}

/** Asks to confirm the sending and names the recipients, because sending cannot be undone. */
function Question({ ready, all }: { ready: readonly CustomerMessage[]; all: readonly CustomerMessage[] }) {
  const t = useT()
  const left = all.length - ready.length
  return (
    <Stack gap="s">
      <bdi>{ready.map(({ FullName }) => formatPersonName(FullName)).join(listSeparator())}</bdi>
      {left > 0 && <span>{t('messages:send.left', { count: left })}</span>}
    </Stack>
  )
}

/** Shows the rendered message to one customer with its status. */
export function RenderedMessage({ message }: { message: CustomerMessage }) {
  return (
    <Stack gap="m">
      <RecipientOutcome message={message} />
      <div>
        <MessagePreviewFrame message={message} />
        {message.Segments && <SmsLengthText segments={message.Segments} />}
      </div>
    </Stack>
  )
}
