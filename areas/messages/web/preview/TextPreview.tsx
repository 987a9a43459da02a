import { keepPreviousData } from '@tanstack/react-query'
import { Alert } from 'antd'
import { FlaskConicalIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { MemberSearchResult } from '#areas/customers/web/index.ts'
import { MemberField } from '#areas/customers/web/index.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { listSeparator } from '#kit/web/format.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState, LoadingState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'
import {
  type ContactType,
  type MessageEvent,
  previewText,
  type SmsSegments,
  type TemplateLanguage,
  type TemplateText,
} from '../../contract.ts'
import type { InsertableField } from '../editor/insertable.ts'
import { useSendMessages } from '../send/useSendMessages.ts'
import { MessagePreviewFrame } from './MailFrame.tsx'

type Props = {
  type: ContactType
  event: MessageEvent | null
  language: TemplateLanguage
  text: TemplateText | undefined
  fields: readonly InsertableField[]
  /** The stored template, of which the user can send a test while the form has no unsaved changes. */
  test: { TemplateId: number; unsaved: boolean } | undefined
}

const WAIT_MS = 500

/** Shows a text while the user edits it, rendered by the server in the same way as a sent message. */
export function TemplateTextPreview({ type, event, language, text, fields, test }: Props) {
  const t = useT()
  const [member, setMember] = useState<MemberSearchResult>()
  const Body = useSettled(text?.Body ?? '')
  const Subject = useSettled(text?.Subject ?? '')
  const hasText = Body.trim() !== ''
  const { data, error, isPending } = useRead(
    previewText,
    {
      ContactType: type,
      Event: event,
      Language: language,
      Subject: type === 'Email' ? Subject : null,
      Body,
      ...(member && { CustomerId: member.CustomerId }),
    },
    { enabled: hasText, placeholderData: keepPreviousData },
  )
  return (
    <Card title={t('messages:preview.title')}>
      <Stack>
        <div>
          <label className="carat-label" htmlFor="messages-preview-member">
            {t('messages:preview.customer')}
          </label>
          <MemberField
            id="messages-preview-member"
            value={member?.MembershipNo}
            known={member}
            onPick={setMember}
            onChange={(next) => next === null && setMember(undefined)}
          />
          {!member && <Muted>{t('messages:preview.samples')}</Muted>}
        </div>
        {!hasText ? (
          <EmptyState tone="grey" title={t('messages:preview.empty')} />
        ) : error ? (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={t('messages:preview.failed')}
            description={errorText(error).description}
          />
        ) : isPending || !data ? (
          <LoadingState rows={8} />
        ) : (
          <>
            <Missing names={data.Missing} fields={fields} member={member} />
            <div>
              <MessagePreviewFrame message={data} />
              {data.Segments && <SmsLengthText segments={data.Segments} />}
            </div>
          </>
        )}
        {test && <TestButton {...test} type={type} language={language} member={member} />}
      </Stack>
    </Card>
  )
}

/** Warns about merge fields without a value, because the message would not be sent. */
function Missing({
  names,
  fields,
  member,
}: {
  names: readonly string[]
  fields: readonly InsertableField[]
  member: MemberSearchResult | undefined
}) {
  const t = useT()
  if (names.length === 0) return null
  const labels = names.map((name) => fields.find(({ Name }) => Name === name)?.label ?? name).join(listSeparator())
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      title={
        member
          ? t('messages:preview.missingFor', { names: labels, name: formatPersonName(member.FullName) })
          : t('messages:preview.missing', { names: labels })
      }
      description={t('messages:preview.missingHint')}
    />
  )
}

export function SmsLengthText({ segments: { Encoding, Length, Parts, Unicode } }: { segments: SmsSegments }) {
  const t = useT()
  return (
    <Muted as="p">
      {[t('messages:sms.characters', { count: Length }), t('messages:sms.parts', { count: Parts }), Encoding].join(
        ' · ',
      )}
      {Unicode.length > 0 && (
        <>
          <br />
          {t('messages:sms.unicode', { characters: Unicode.slice(0, 8).join(' ') })}
        </>
      )}
    </Muted>
  )
}

type TestProps = {
  TemplateId: number
  unsaved: boolean
  type: ContactType
  language: TemplateLanguage
  member: MemberSearchResult | undefined
}

/** Sends a test to the user with the values of the chosen customer. */
function TestButton({ TemplateId, unsaved, type, language, member }: TestProps) {
  const t = useT()
  const send = useSendMessages()
  return (
    <Row>
      <ReasonedButton
        icon={<FlaskConicalIcon aria-hidden />}
        loading={send.isPending}
        reason={!member ? t('messages:send.chooseFirst') : unsaved && t('messages:send.saveFirst')}
        onClick={() =>
          member &&
          send.mutate({
            TemplateId,
            ContactType: type,
            CustomerId: [member.CustomerId],
            Language: language,
            Option: 'Test',
          })
        }
      >
        {t('messages:send.test')}
      </ReasonedButton>
    </Row>
  )
}

/** Returns the text once it has not changed for `WAIT_MS`. */
function useSettled(text: string) {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), WAIT_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
