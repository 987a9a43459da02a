import { Button } from 'antd'
import { ListChecksIcon } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { PageTabs, usePageTab } from '#kit/web/PageTabs.tsx'
import { PageTools, RecordPageHeader } from '#kit/web/PageTools.tsx'
import { HistoryButton } from '#kit/web/RecordHistory.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useRegisterOpenRecord } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { RecordPager } from '#kit/web/table/RecordPager.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { type Feedback, getFeedback } from '../../contract.ts'
import { feedbackQuestionsPath } from '../../paths.ts'
import { AnswersList } from './Answers.tsx'
import { PersonalLinksList } from './Links.tsx'
import { FeedbackFormPreview } from './Preview.tsx'
import { ResponsesList } from './Responses.tsx'
import { FeedbackResultsView } from './Results.tsx'

/** The page of one form, with its results, responses, links and preview. */
export function FeedbackFormPage() {
  const t = useT()
  const FeedbackId = Number(useParams().FeedbackId)
  const { data, error, refetch } = useRead(getFeedback, { FeedbackId })
  useRegisterOpenRecord(data?.Name)
  if (error) return <ErrorState error={error} title={t('feedback:form.getFailed')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={8} />
  return <FormTabs key={FeedbackId} form={data} />
}

const keys = ['results', 'responses', 'answers', 'links', 'preview'] as const

function FormTabs({ form }: { form: Feedback }) {
  const t = useT()
  const labels = useLabels('feedback')
  const navigate = useNavigate()
  const { has } = useSession()
  const { FeedbackId, Name } = form
  const visibleKeys = keys.filter((key) => key !== 'links' || has('Feedback'))
  const tab = usePageTab(visibleKeys)
  return (
    <Stack>
      <PageTools>
        <RecordPager />
      </PageTools>
      <RecordPageHeader
        about={`${form.Code} · ${labels.value('Audience', form.Audience)}`}
        tags={<StatusTag status={form.Status} area="feedback" />}
        actions={
          <>
            <HistoryButton area="feedback" subject="Feedback" id={FeedbackId} name={Name} />
            <Button
              icon={<ListChecksIcon aria-hidden />}
              onClick={() => void navigate(feedbackQuestionsPath({ FeedbackId }))}
            >
              {t('feedback:form.questions')}
            </Button>
          </>
        }
      />
      <PageTabs
        label={Name}
        current={tab}
        tabs={visibleKeys.map((key) => ({ key, title: t(`feedback:tabs.${key}`) }))}
      />
      {tab === 'results' && <FeedbackResultsView form={form} />}
      {tab === 'responses' && <ResponsesList form={form} />}
      {tab === 'answers' && <AnswersList form={form} />}
      {tab === 'links' && <PersonalLinksList form={form} />}
      {tab === 'preview' && <FeedbackFormPreview form={form} />}
    </Stack>
  )
}
