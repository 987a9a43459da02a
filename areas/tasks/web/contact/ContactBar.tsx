import { Button, Modal } from 'antd'
import { MailIcon, MessageCircleIcon, MessageSquareTextIcon, PhoneIcon, SendIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatPersonName } from '#kit/contract/person.ts'
import { ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { contactLinkUrl } from '#kit/web/ContactWay.tsx'
import { DateInput } from '#kit/web/DateInput.tsx'
import { businessDate, formatDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { BorderedBox, Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { RecordPicker } from '#kit/web/RecordPicker.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import {
  type ContactHindrance,
  type ContactWay,
  contactCustomer,
  listContactWaysOfTask,
  previewTaskContact,
} from '../../contract/contact.ts'
import '../tasks.css'
import type { TaskCustomer, TaskView } from '../../contract/tasks.ts'

const icons: Record<ContactWay, ReactNode> = {
  Call: <PhoneIcon aria-hidden />,
  WhatsApp: <MessageCircleIcon aria-hidden />,
  Email: <MailIcon aria-hidden />,
  SMS: <MessageSquareTextIcon aria-hidden />,
}

/** Returns a function that explains why a contact with a customer is blocked. */
function useHindranceText() {
  const t = useT()
  const labels = useLabels('messages')
  return (hindrance: ContactHindrance | null) => {
    if (hindrance === null) return undefined
    return hindrance === 'Quiet hours' ? t('tasks:contact.quietHours') : labels.value('Blocked', hindrance)
  }
}

/** Buttons to contact the customer of a task; each contact adds a progress log and suggests a follow-up. */
export function TaskContactBar({ task, customer }: { task: TaskView; customer: TaskCustomer }) {
  const t = useT()
  const labels = useLabels('tasks')
  const hindranceText = useHindranceText()
  const { TaskId } = task
  const { data } = useRead(listContactWaysOfTask, { TaskId })
  const [messageWay, setMessageWay] = useState<Exclude<ContactWay, 'Call'>>()
  const contact = useContact()
  if (!data) return null
  return (
    <Row role="group" aria-label={t('tasks:contact.title')}>
      {data.Ways.map(({ ContactType, Hindrance, Link, Templates }) => {
        const reason =
          hindranceText(Hindrance) ??
          (ContactType !== 'Call' && Templates.length === 0 && t('tasks:contact.noTemplate'))
        const shared = { icon: icons[ContactType], children: labels.value('ContactType', ContactType) }
        if (ContactType === 'Call')
          return Link && !reason ? (
            <Button
              key={ContactType}
              {...shared}
              href={Link}
              aria-label={`${shared.children}, ${formatPersonName(customer.FullName)}`}
              onClick={() => contact.mutate({ TaskId, ContactType })}
            />
          ) : (
            <ReasonedButton key={ContactType} {...shared} reason={reason || t('tasks:contact.noTemplate')} />
          )
        return (
          <ReasonedButton key={ContactType} {...shared} reason={reason} onClick={() => setMessageWay(ContactType)} />
        )
      })}
      {messageWay && (
        <MessageDialog
          key={messageWay}
          task={task}
          customer={customer}
          way={messageWay}
          templates={data.Ways.find(({ ContactType }) => ContactType === messageWay)?.Templates ?? []}
          followUp={data.FollowUpDate}
          onClose={() => setMessageWay(undefined)}
        />
      )}
    </Row>
  )
}

function useContact(onDone?: () => void) {
  const t = useT()
  return useCall(contactCustomer, {
    done: ({ FollowUpDate, WaitsYN }) =>
      t(WaitsYN === 'Y' ? 'tasks:contact.waits' : 'tasks:contact.logged', { date: formatDate(FollowUpDate) }),
    failed: 'tasks:failed.contact',
    onDone: () => onDone?.(),
  })
}

type MessageDialogProps = {
  task: TaskView
  customer: TaskCustomer
  way: Exclude<ContactWay, 'Call'>
  templates: readonly { TemplateId: number; Name: string }[]
  followUp: string
  onClose: () => void
}

/** Dialog with the message rendered from a template, and with the date of the follow-up. */
function MessageDialog({ task, customer, way, templates, followUp, onClose }: MessageDialogProps) {
  const t = useT()
  const labels = useLabels('tasks')
  const hindranceText = useHindranceText()
  const { TaskId } = task
  const [TemplateId, setTemplateId] = useState(templates[0]!.TemplateId)
  const [FollowUpDate, setFollowUpDate] = useState(followUp)
  const { data, error, refetch } = useRead(previewTaskContact, { TaskId, ContactType: way, TemplateId })
  const contact = useContact(onClose)
  const reason = hindranceText(data?.Hindrance ?? null)
  const wayLabel = labels.value('ContactType', way)
  const address = contactLinkUrl(customer, 'WhatsApp')
  const send = () => contact.mutate({ TaskId, ContactType: way, TemplateId, FollowUpDate })
  return (
    <Modal
      open
      title={t('tasks:contact.to', { way: wayLabel, name: formatPersonName(customer.FullName) })}
      width={560}
      onCancel={onClose}
      footer={
        <Row justify="end">
          <Button onClick={onClose}>{t('kit:verbs.cancel')}</Button>
          <ReasonedButton
            type="primary"
            icon={<SendIcon aria-hidden />}
            loading={contact.isPending || !data}
            reason={reason}
            {...(way === 'WhatsApp' && data && address && !reason
              ? { href: `${address}?text=${encodeURIComponent(data.Text)}`, target: '_blank', rel: 'noopener' }
              : {})}
            onClick={send}
          >
            {t(way === 'WhatsApp' ? 'tasks:contact.openWhatsApp' : 'tasks:contact.send')}
          </ReasonedButton>
        </Row>
      }
    >
      <Stack gap="m">
        <label htmlFor="contact-template">{t('tasks:contact.template')}</label>
        <RecordPicker
          id="contact-template"
          name={`contact templates ${way}`}
          value={`${TemplateId}`}
          chosen={{
            value: `${TemplateId}`,
            label: templates.find((template) => template.TemplateId === TemplateId)?.Name ?? '',
          }}
          find={async (typed) =>
            templates
              .filter(({ Name }) => Name.toLowerCase().includes(typed.toLowerCase()))
              .map((template) => ({ value: `${template.TemplateId}`, label: template.Name }))
          }
          onChange={(value) => value && setTemplateId(Number(value))}
        />
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <BorderedBox>
            {data.Subject && (
              <p>
                <strong>{data.Subject}</strong>
              </p>
            )}
            <p className="tasks-words">{data.Text}</p>
          </BorderedBox>
        ) : (
          <LoadingState rows={3} />
        )}
        {reason && <Muted>{reason}</Muted>}
        <label htmlFor="contact-follow-up">{t('tasks:fields.FollowUpDate')}</label>
        <DateInput
          id="contact-follow-up"
          value={FollowUpDate}
          min={businessDate()}
          allowClear={false}
          onChange={(value) => value && setFollowUpDate(value)}
        />
      </Stack>
    </Modal>
  )
}
