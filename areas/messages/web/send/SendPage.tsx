import { Alert } from 'antd'
import { FlaskConicalIcon, SendIcon } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { MemberPicker } from '#areas/customers/web/index.ts'
import { personName } from '#kit/contract/person.ts'
import { ConfirmAction, ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { errorText, useT } from '#kit/web/i18n.ts'
import { Columns, Row, Stack } from '#kit/web/Layout.tsx'
import { PageAbout } from '#kit/web/PageTools.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useOpenRecord } from '#kit/web/screen.ts'
import { useRead } from '#kit/web/useRead.ts'
import { CUSTOMERS_MOST } from '../../contract/customers-most.ts'
import { type ContactTemplate, type CustomerMessage, getTemplate } from '../../contract.ts'
import { contactLogPath, templatePath } from '../../paths.ts'
import { MailFrame } from '../preview/MailFrame.tsx'
import { SmsLength } from '../preview/TextPreview.tsx'
import { Outcome, Recipients } from './Recipients.tsx'
import { type ChosenTemplate, TemplatePicker } from './TemplatePicker.tsx'
import { useMessages } from './useMessages.ts'
import { useSend } from './useSend.ts'

/** Sends a template to customers who are chosen by hand: what each would get is seen before it goes. */
export function SendPage() {
  const TemplateId = Number(useParams().TemplateId)
  return <OfTemplate key={TemplateId} TemplateId={TemplateId} customers={NOBODY} named />
}

/** Writes to customers who were ticked in a list: the template is chosen here. */
export function SendToPage() {
  const t = useT()
  const [search] = useSearchParams()
  const [template, setTemplate] = useState<ChosenTemplate>()
  const customers = [...new Set((search.get('CustomerId') ?? '').split(',').map(Number))]
    .filter((id) => Number.isSafeInteger(id) && id > 0)
    .slice(0, CUSTOMERS_MOST)
  return (
    <Stack gap="l">
      <Card title={t('messages:send.template')}>
        <TemplatePicker value={template} onChange={setTemplate} />
      </Card>
      {template ? (
        <OfTemplate key={template.TemplateId} TemplateId={template.TemplateId} customers={customers} />
      ) : (
        <EmptyState tone="grey" title={t('messages:send.chooseTemplate')} hint={t('messages:send.chooseHint')} />
      )}
    </Stack>
  )
}

const NOBODY: readonly number[] = []

type Start = {
  /** Those who are chosen to begin with. */
  customers: readonly number[]
  /** The page is the template's. */
  named?: boolean
}

function OfTemplate({ TemplateId, ...start }: Start & Pick<ContactTemplate, 'TemplateId'>) {
  const t = useT()
  const { data, error, refetch } = useRead(getTemplate, { TemplateId })
  useOpenRecord(start.named ? data?.Name : undefined)
  if (error) return <ErrorState error={error} title={t('messages:failed.get')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={8} />
  return <Sending template={data} {...start} />
}

function Sending({ template, customers, named = false }: Start & { template: ContactTemplate }) {
  const t = useT()
  const navigate = useNavigate()
  const { TemplateId, ContactType, Name } = template
  const [chosen, setChosen] = useState(customers)
  const [shown, setShown] = useState<number>()
  const send = useSend()
  const asked = { TemplateId, ContactType, CustomerId: [...chosen] }
  const { data, error, isFetching } = useMessages(asked)
  const messages = (data?.rows ?? []).filter(({ CustomerId }) => chosen.includes(CustomerId))
  const ready = messages.filter(({ Blocked }) => Blocked === null)
  const one = messages.find(({ CustomerId }) => CustomerId === shown) ?? messages.at(-1)
  const notYet = isFetching ? t('kit:state.loading') : ready.length === 0 && t('messages:send.nobody')

  return (
    <>
      {named && (
        <PageAbout>
          <Link to={templatePath({ TemplateId })}>{Name}</Link>
        </PageAbout>
      )}
      <Columns least={440} gap="xl">
        <Card title={t('messages:send.customers')} count={chosen.length}>
          <Stack>
            <MemberPicker
              id="messages-send-member"
              label={t('messages:send.add')}
              ofPage
              onPick={({ CustomerId }) => {
                setChosen((before) =>
                  [...before.filter((other) => other !== CustomerId), CustomerId].slice(-CUSTOMERS_MOST),
                )
                setShown(CustomerId)
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
            ) : chosen.length === 0 ? (
              <EmptyState
                tone="grey"
                title={t('messages:send.empty')}
                hint={t('messages:send.emptyHint', { most: CUSTOMERS_MOST })}
              />
            ) : (
              <Recipients
                messages={messages}
                shown={one?.CustomerId}
                onShow={setShown}
                onRemove={(CustomerId) => setChosen((before) => before.filter((other) => other !== CustomerId))}
              />
            )}
            {isFetching && messages.length < chosen.length && <LoadingState rows={2} />}
            {chosen.length > 0 && (
              <Row>
                <ConfirmAction
                  label={t('messages:send.send', { count: ready.length })}
                  icon={<SendIcon aria-hidden />}
                  button={{ type: 'primary', loading: send.isPending }}
                  disabled={notYet}
                  title={t('messages:send.question', { name: Name, count: ready.length })}
                  body={<Question ready={ready} all={messages} />}
                  ok={t('messages:send.send', { count: ready.length })}
                  run={async () => {
                    await send.mutateAsync({
                      ...asked,
                      CustomerId: ready.map(({ CustomerId }) => CustomerId),
                      Option: 'Send',
                    })
                    void navigate(contactLogPath())
                  }}
                />
                <ReasonedButton
                  icon={<FlaskConicalIcon aria-hidden />}
                  reason={!one && t('messages:send.chooseFirst')}
                  onClick={() => one && send.mutate({ ...asked, CustomerId: [one.CustomerId], Option: 'Test' })}
                >
                  {t('messages:send.test')}
                </ReasonedButton>
              </Row>
            )}
          </Stack>
        </Card>
        {one && (
          <div className="messages-beside">
            <Card title={t('messages:preview.of', { name: personName(one.FullName) })}>
              <OneMessage message={one} />
            </Card>
          </div>
        )}
      </Columns>
    </>
  )
}

/** Who is named by the question: nothing of it can be undone. */
function Question({ ready, all }: { ready: readonly CustomerMessage[]; all: readonly CustomerMessage[] }) {
  const t = useT()
  const left = all.length - ready.length
  return (
    <Stack gap="s">
      <bdi>{ready.map(({ FullName }) => personName(FullName)).join(', ')}</bdi>
      {left > 0 && <span>{t('messages:send.left', { count: left })}</span>}
    </Stack>
  )
}

/** One customer's message as it would go out. */
export function OneMessage({ message }: { message: CustomerMessage }) {
  return (
    <Stack gap="m">
      <Outcome message={message} />
      <div>
        <MailFrame message={message} />
        {message.Segments && <SmsLength segments={message.Segments} />}
      </div>
    </Stack>
  )
}
