import { Alert, Button, Modal } from 'antd'
import { FlaskConicalIcon, SendIcon } from 'lucide-react'
import { useState } from 'react'
import { personName } from '#kit/contract/person.ts'
import { ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { call } from '#kit/web/call.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { Row, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import type { CustomerDialog } from '#kit/web/provided.ts'
import { RecordPicker } from '#kit/web/RecordPicker.tsx'
import { LoadingState } from '#kit/web/States.tsx'
import { type ContactTemplate, listTemplates } from '../../contract.ts'
import { OneMessage } from './SendPage.tsx'
import { useMessages } from './useMessages.ts'
import { useSend } from './useSend.ts'

/** One message to one customer: which, what it says, and that it may be sent. */
export function SendDialog({ CustomerId, open, onClose }: CustomerDialog) {
  const t = useT()
  const labels = useLabels('messages')
  const [template, setTemplate] = useState<Pick<ContactTemplate, 'TemplateId' | 'ContactType'>>()
  const send = useSend()
  const asked = template && { ...template, CustomerId: [CustomerId] }
  const { data, error, isFetching } = useMessages(open ? asked : undefined)
  const message = template ? data?.rows[0] : undefined
  const find = async (typed: string) => {
    const { rows } = await call(listTemplates, { Rows: 20, Search: { Status: 'Active', Name: typed } })
    return rows.map(({ TemplateId, Name, ContactType }) => ({
      value: `${TemplateId} ${ContactType}`,
      label: Name,
      hint: labels.value('ContactType', ContactType),
    }))
  }
  const reason = !message ? t('messages:send.chooseTemplate') : message.Blocked !== null && t('messages:send.nobody')

  return (
    <Modal
      open={open}
      title={message ? t('messages:send.to', { name: personName(message.FullName) }) : t('messages:send.act')}
      width={640}
      onCancel={onClose}
      destroyOnHidden
      afterOpenChange={(opened) => !opened && setTemplate(undefined)}
      footer={
        <Row justify="end">
          <Button onClick={onClose}>{t('kit:verbs.cancel')}</Button>
          <ReasonedButton
            icon={<FlaskConicalIcon aria-hidden />}
            reason={!message && t('messages:send.chooseTemplate')}
            onClick={() => asked && send.mutate({ ...asked, Option: 'Test' })}
          >
            {t('messages:send.test')}
          </ReasonedButton>
          <ReasonedButton
            type="primary"
            icon={<SendIcon aria-hidden />}
            reason={reason}
            loading={send.isPending || isFetching}
            onClick={async () => {
              if (!asked) return
              const { rows } = await send.mutateAsync({ ...asked, Option: 'Send' })
              if (rows[0]?.MessageId) onClose()
            }}
          >
            {t('messages:send.one')}
          </ReasonedButton>
        </Row>
      }
    >
      <Stack>
        <div>
          <label className="carat-label" htmlFor="messages-send-template">
            {t('messages:fields.TemplateName')}
          </label>
          <RecordPicker
            id="messages-send-template"
            name="messages.template"
            autoFocus
            find={find}
            value={template ? `${template.TemplateId} ${template.ContactType}` : null}
            onChange={(value) => {
              const [TemplateId, ContactType] = (value ?? '').split(' ')
              setTemplate(
                value
                  ? { TemplateId: Number(TemplateId), ContactType: ContactType as ContactTemplate['ContactType'] }
                  : undefined,
              )
            }}
          />
        </div>
        {error ? (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={t('messages:failed.preview')}
            description={errorText(error).description}
          />
        ) : message ? (
          <OneMessage message={message} />
        ) : (
          template && <LoadingState rows={6} />
        )}
      </Stack>
    </Modal>
  )
}
