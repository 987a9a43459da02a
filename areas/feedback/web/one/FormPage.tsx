import { Button } from 'antd'
import { ListChecksIcon } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { PageTabs, usePageTab } from '#kit/web/PageTabs.tsx'
import { PageTools, RecordHead } from '#kit/web/PageTools.tsx'
import { HistoryButton } from '#kit/web/RecordHistory.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useOpenRecord } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { RecordPager } from '#kit/web/table/RecordPager.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { type Feedback, getFeedback } from '../../contract.ts'
import { questionsPath } from '../../paths.ts'
import { Answers } from './Answers.tsx'
import { PersonalLinks } from './Links.tsx'
import { Preview } from './Preview.tsx'
import { Responses } from './Responses.tsx'
import { Results } from './Results.tsx'

/** The page of one form, with its results, responses, links and preview. */
export function FormPage() {
  const t = useT()
  const FeedbackId = Number(useParams().FeedbackId)
  const { data, error, refetch } = useRead(getFeedback, { FeedbackId })
  useOpenRecord(data?.Name)
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
      <RecordHead
        about={`${form.Code} · ${labels.value('Audience', form.Audience)}`}
        tags={<StatusTag status={form.Status} area="feedback" />}
        actions={
          <>
            <HistoryButton area="feedback" subject="Feedback" id={FeedbackId} name={Name} />
            <Button icon={<ListChecksIcon aria-hidden />} onClick={() => void navigate(questionsPath({ FeedbackId }))}>
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
      {tab === 'results' && <Results form={form} />}
      {tab === 'responses' && <Responses form={form} />}
      {tab === 'answers' && <Answers form={form} />}
      {tab === 'links' && <PersonalLinks form={form} />}
      {tab === 'preview' && <Preview form={form} />}
    </Stack>
  )
}
