import { Button, QRCode } from 'antd'
import { DownloadIcon, ExternalLinkIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { CopyButton } from '#kit/web/CopyButton.tsx'
import { listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row, SideColumnLayout, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { type Feedback, type FeedbackLanguage, type PublicQuestion, previewForm } from '../../contract.ts'
import { FormLanguageTabs } from '../LanguageTabs.tsx'

/** Shows the form in each language, with its QR code. */
export function FeedbackFormPreview({ form }: { form: Feedback }) {
  const t = useT()
  const [language, setLanguage] = useState<FeedbackLanguage>(form.Languages[0]!)
  const { FeedbackId } = form
  const { data, error, refetch } = useRead(previewForm, { FeedbackId, Language: language })
  return (
    <SideColumnLayout side={<Code form={form} />}>
      <Card
        title={t('feedback:tabs.preview')}
        extra={
          <FormLanguageTabs
            label={t('feedback:fields.Languages')}
            languages={form.Languages}
            current={language}
            onChange={setLanguage}
          />
        }
      >
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <LoadingState rows={6} />}
        {data && (
          <Stack>
            <div lang={language}>
              <h3 className="carat-card-title">
                <bdi>{data.Form.Title}</bdi>
              </h3>
              {data.Form.Introduction && <p style={{ whiteSpace: 'pre-wrap' }}>{data.Form.Introduction}</p>}
            </div>
            {data.Form.Questions.length === 0 && (
              <EmptyState title={t('feedback:question.empty')} hint={t('feedback:question.emptyHint')} />
            )}
            <ol>
              {data.Form.Questions.map((question) => (
                <li key={question.GroupKey} lang={question.Language}>
                  <QuestionPreview question={question} all={data.Form.Questions} />
                </li>
              ))}
            </ol>
            {data.Form.ThankYou && (
              <Muted as="p">
                <bdi lang={language}>{data.Form.ThankYou}</bdi>
              </Muted>
            )}
          </Stack>
        )}
      </Card>
    </SideColumnLayout>
  )
}

function QuestionPreview({ question, all }: { question: PublicQuestion; all: readonly PublicQuestion[] }) {
  const t = useT()
  const labels = useLabels('feedback')
  const { Text, QuestionType, RequiredYN, ShowIf, Options } = question
  const source = ShowIf && all.find(({ GroupKey }) => GroupKey === ShowIf.GroupKey)
  const answerText = (answer: string) =>
    source?.Options.find(({ OptionKey }) => `${OptionKey}` === answer)?.Text ??
    (answer === 'Y' || answer === 'N' ? labels.value('YN', answer) : answer)
  return (
    <div className="carat-space-after">
      <strong>
        <bdi>{Text}</bdi>
      </strong>{' '}
      <Muted>
        {[labels.value('QuestionType', QuestionType), RequiredYN === 'Y' && t('feedback:fields.RequiredYN')]
          .filter(Boolean)
          .join(' · ')}
      </Muted>
      {source && (
        <Muted as="p">
          {t('feedback:question.onlyIf', {
            question: source.Text,
            answers: ShowIf.Answers.map(answerText).join(listSeparator()),
          })}
        </Muted>
      )}
      {Options.length > 0 && (
        <ul>
          {Options.map(({ OptionId, Text: option, AllowOtherYN }) => (
            <li key={OptionId}>
              <bdi>{option}</bdi> {AllowOtherYN === 'Y' && <Muted>{t('feedback:fields.AllowOtherYN')}</Muted>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const SIZE = 200

/**
 * The QR code is dark on white in every theme, because many cameras read nothing else.
 * The responses at an outlet's QR code count for that outlet.
 */
function Code({ form }: { form: Feedback }) {
  const t = useT()
  const { isHQ, user } = useSession()
  const [outlet, setOutlet] = useState<string | null>(isHQ ? null : (user.building?.code ?? null))
  const codeRef = useRef<HTMLDivElement>(null)
  const { data } = useRead(previewForm, { FeedbackId: form.FeedbackId, ...(outlet && { OutletCode: outlet }) })
  const url = data?.Url
  if (form.Audience !== 'Anyone')
    return (
      <Card title={t('feedback:code.title')}>
        <Muted>{t('feedback:code.personalOnly')}</Muted>
      </Card>
    )
  const download = () => {
    const canvas = codeRef.current?.querySelector('canvas')
    if (!canvas) return
    const link = document.createElement('a')
    link.href = canvas.toDataURL('image/png')
    link.download = `${form.Code}${outlet ? `-${outlet}` : ''}.png`
    link.click()
  }
  return (
    <Card title={t('feedback:code.title')}>
      <Stack gap="s">
        <ChoiceSelect
          area="feedback"
          field="OutletCode"
          choices="outlet"
          allowClear
          aria-label={t('feedback:code.outlet')}
          placeholder={t('feedback:code.outlet')}
          value={outlet}
          onChange={(code) => setOutlet(code as string | null)}
        />
        {url && (
          <>
            <div
              ref={codeRef}
              role="img"
              aria-label={t('feedback:code.label', { name: form.Name })}
              style={{ background: '#fff', padding: 12, inlineSize: 'fit-content' }}
            >
              <span aria-hidden>
                <QRCode value={url} type="canvas" size={SIZE} color="#000" bgColor="#fff" bordered={false} />
              </span>
            </div>
            <Row>
              <CopyButton value={url} shown />
              <Button icon={<DownloadIcon aria-hidden />} onClick={download}>
                {t('feedback:code.download')}
              </Button>
              <Button icon={<ExternalLinkIcon aria-hidden />} href={url} target="_blank" rel="noreferrer">
                {t('kit:verbs.open')}
              </Button>
            </Row>
          </>
        )}
      </Stack>
    </Card>
  )
}
