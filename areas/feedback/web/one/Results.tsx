import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { fetchActiveCardCategoryChoices } from '#areas/memberships/web/index.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { Chart } from '#kit/web/Chart.tsx'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { DateRangeField } from '#kit/web/DateRangeField.tsx'
import { formatDecimal, formatMonth, formatPercent, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Columns, Muted, PlainTable, Row, ShareBars, Stack, SummaryBar } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import {
  choiceQuestionTypes,
  type Feedback,
  type FeedbackLanguage,
  getFeedbackResults,
  type Nps,
  type QuestionResult,
  type ResultSlice,
} from '../../contract.ts'
import { feedbackFormPath } from '../../paths.ts'
import { feedbackLanguageName } from '../languages.ts'

type ResultFilters = {
  OutletCode?: string
  CardCategoryCode?: string
  Language?: FeedbackLanguage
  DateFrom?: string
  DateTo?: string
}

/** The results of a form, with filters. */
export function FeedbackResultsView({ form }: { form: Feedback }) {
  const t = useT()
  const { isHQ } = useSession()
  const [filters, setFilters] = useState<ResultFilters>({})
  const { data, error, refetch } = useRead(getFeedbackResults, { FeedbackId: form.FeedbackId, ...filters })
  const changeFilter = (change: { [Field in keyof ResultFilters]: ResultFilters[Field] | undefined }) =>
    setFilters((before) =>
      Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined)),
    )
  return (
    <Stack>
      <Row>
        <div style={{ inlineSize: 320, maxInlineSize: '100%' }}>
          <DateRangeField
            id="results-from"
            value={{ from: filters.DateFrom ?? null, until: filters.DateTo ?? null }}
            onChange={({ from, until }) => changeFilter({ DateFrom: from ?? undefined, DateTo: until ?? undefined })}
          />
        </div>
        {isHQ && (
          <ChoiceSelect
            area="feedback"
            field="OutletCode"
            choices="outlet"
            allowClear
            aria-label={t('kit:fields.OutletCode')}
            placeholder={t('kit:fields.OutletCode')}
            style={{ minInlineSize: 180, inlineSize: 'auto' }}
            value={filters.OutletCode ?? null}
            onChange={(OutletCode) => changeFilter({ OutletCode: (OutletCode as string | null) ?? undefined })}
          />
        )}
        <ChoiceSelect
          area="feedback"
          field="CardCategoryCode"
          choices={fetchActiveCardCategoryChoices}
          allowClear
          aria-label={t('kit:fields.CardCategoryCode')}
          placeholder={t('kit:fields.CardCategoryCode')}
          style={{ minInlineSize: 160, inlineSize: 'auto' }}
          value={filters.CardCategoryCode ?? null}
          onChange={(code) => changeFilter({ CardCategoryCode: (code as string | null) ?? undefined })}
        />
        <ChoiceSelect
          area="feedback"
          field="Language"
          choices={form.Languages.map((value) => ({ value, label: feedbackLanguageName(value) }))}
          allowClear
          aria-label={t('feedback:fields.LanguageCode')}
          placeholder={t('feedback:fields.LanguageCode')}
          style={{ minInlineSize: 160, inlineSize: 'auto' }}
          value={filters.Language ?? null}
          onChange={(Language) => changeFilter({ Language: (Language as FeedbackLanguage | null) ?? undefined })}
        />
      </Row>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingState rows={8} />}
      {data && <ResultCards form={form} results={data} />}
    </Stack>
  )
}

const figure = (value: number) => formatPoints(value)
const signed = (value: number) => `${value > 0 ? '+' : ''}${formatDecimal(String(value))}`

function ResultCards({
  form,
  results,
}: {
  form: Feedback
  results: ReturnType<typeof useRead<typeof getFeedbackResults>>['data'] & object
}) {
  const t = useT()
  const navigate = useNavigate()
  if (results.Responses === 0)
    return <EmptyState title={t('feedback:response.empty')} hint={t('feedback:response.emptyHint')} />
  const months = results.ByMonth
  return (
    <Stack>
      <SummaryBar
        items={[
          { label: t('feedback:results.responses'), value: figure(results.Responses) },
          ...(results.Nps ? [{ label: t('feedback:fields.Nps'), value: signed(results.Nps.Score) }] : []),
          { label: t('feedback:results.lowScores'), value: figure(results.LowScores) },
          ...(results.ResponseRate === null
            ? []
            : [
                { label: t('feedback:results.rate'), value: formatPercent(results.ResponseRate) },
                { label: t('feedback:results.invited'), value: figure(results.Invited) },
              ]),
        ]}
      />
      {results.Nps && (
        <Card title={t('feedback:results.npsTitle')}>
          <Stack gap="s">
            <NpsBars nps={results.Nps} />
            <Muted>{t('feedback:results.npsExplained')}</Muted>
          </Stack>
        </Card>
      )}
      {months.length > 1 && (
        <Card label={t('feedback:results.byMonth')}>
          <Chart
            kind="line"
            title={t(results.Nps ? 'feedback:results.npsByMonth' : 'feedback:results.byMonth')}
            by={t('feedback:results.month')}
            labels={months.map(({ Key }) => formatMonth(Key))}
            series={[
              {
                name: results.Nps ? t('feedback:fields.Nps') : t('feedback:results.responses'),
                points: months.map(({ Nps, Responses }) =>
                  results.Nps
                    ? { value: Nps?.Score ?? 0, text: Nps ? signed(Nps.Score) : '–' }
                    : { value: Responses, text: figure(Responses) },
                ),
              },
            ]}
            figure={(value) => signed(Math.round(value))}
          />
        </Card>
      )}
      <Columns least={360}>
        {results.Questions.filter(({ Answers }) => Answers > 0).map((question) => (
          <Question
            key={question.GroupKey}
            question={question}
            onRead={() =>
              void navigate(
                `${feedbackFormPath({ FeedbackId: form.FeedbackId, tab: 'answers' })}&answers.GroupKey=${question.GroupKey}`,
              )
            }
          />
        ))}
      </Columns>
      <Columns least={360}>
        <Slices title={t('feedback:results.byOutlet')} by={t('kit:fields.OutletCode')} rows={results.ByOutlet} />
        <Slices
          title={t('feedback:results.byStaff')}
          by={t('feedback:fields.StaffName')}
          rows={results.ByStaff.map((row) => ({ ...row, Name: formatPersonName(row.Name) }))}
        />
        <Slices
          title={t('feedback:results.byLanguage')}
          by={t('feedback:fields.LanguageCode')}
          rows={results.ByLanguage.map((row) => ({ ...row, Name: feedbackLanguageName(row.Key as FeedbackLanguage) }))}
        />
      </Columns>
    </Stack>
  )
}

/** The maximum number of options with percentages beside the bars. With more options the percentages would overlap. */
const PERCENT_OPTIONS_MAX = 4

function NpsBars({ nps: { Answers, Promoters, Passives, Detractors } }: { nps: Nps }) {
  const t = useT()
  const parts = [
    { key: 'promoters', count: Promoters },
    { key: 'passives', count: Passives },
    { key: 'detractors', count: Detractors },
  ] as const
  return (
    <ShareBars
      items={parts.map(({ key, count }) => ({
        key,
        label: t(`feedback:results.${key}`),
        value: `${figure(count)} · ${formatPercent((count * 100) / Answers, 1)}`,
        share: count / Answers,
      }))}
    />
  )
}

function Question({ question, onRead }: { question: QuestionResult; onRead: () => void }) {
  const t = useT()
  const labels = useLabels('feedback')
  const { Question: text, QuestionType, Answers, Average, Nps: nps, Options, Versions } = question
  const about = [
    t('feedback:results.answers', { count: Answers }),
    Average && t('feedback:results.average', { average: formatDecimal(Average) }),
    nps && `${t('feedback:fields.Nps')} ${signed(nps.Score)}`,
    Versions > 1 && t('feedback:results.versions', { count: Versions }),
  ].filter(Boolean)
  return (
    <Card label={text}>
      <Stack gap="s">
        {choiceQuestionTypes.includes(QuestionType) || Options.length === 0 ? (
          <>
            <h3 className="carat-card-title">
              <bdi>{text}</bdi>
            </h3>
            {/* Option labels are beside their bars, because below them they would overlap. */}
            {Options.length > 0 && (
              <ShareBars
                items={Options.map(({ Key, Text, Count, Percent }) => ({
                  key: Key,
                  label: Text,
                  value: `${figure(Count)} · ${formatPercent(Percent ?? 0)}`,
                  share: Answers === 0 ? 0 : Count / Answers,
                }))}
              />
            )}
          </>
        ) : (
          <Chart
            kind="bar"
            title={text}
            by={t('feedback:fields.Answer')}
            labels={Options.map(({ Key, Text }) => (QuestionType === 'Yes/No' ? labels.value('YN', Key) : Text))}
            series={[
              {
                name: t('feedback:fields.Answers'),
                points: Options.map(({ Count, Percent }) => ({
                  value: Count,
                  text:
                    Options.length > PERCENT_OPTIONS_MAX
                      ? figure(Count)
                      : `${figure(Count)} (${formatPercent(Percent ?? 0)})`,
                })),
              },
            ]}
            figure={figure}
            height={220}
          />
        )}
        <Row justify="spread">
          <Muted>{about.join(' · ')}</Muted>
          <Button type="link" size="small" onClick={onRead}>
            {t('feedback:results.read')}
          </Button>
        </Row>
      </Stack>
    </Card>
  )
}

/** The number of results that are shown at first. A button shows all, because a company may have hundreds of staff. */
const SLICES_AT_FIRST = 10

function Slices({ title, by, rows }: { title: string; by: string; rows: readonly ResultSlice[] }) {
  const t = useT()
  const [all, setAll] = useState(false)
  if (rows.length === 0) return null
  const visibleRows = all ? rows : rows.slice(0, SLICES_AT_FIRST)
  return (
    <Card title={title} count={rows.length} flush>
      <PlainTable label={title} figures>
        <thead>
          <tr>
            <th scope="col">{by}</th>
            <th scope="col">{t('feedback:results.responses')}</th>
            <th scope="col">{t('feedback:fields.Nps')}</th>
            <th scope="col">{t('feedback:results.averageRating')}</th>
          </tr>
        </thead>
        <tbody>
          {visibleRows.map(({ Key, Name, Responses, Nps: nps, Average }) => (
            <tr key={Key}>
              <th scope="row">
                <bdi>{Name}</bdi>
              </th>
              <td>{figure(Responses)}</td>
              <td>{nps ? signed(nps.Score) : '–'}</td>
              <td>{Average === null ? '–' : formatDecimal(Average)}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      {visibleRows.length < rows.length && (
        <Row justify="center" className="carat-space-after">
          <Button type="link" onClick={() => setAll(true)}>
            {t('feedback:results.showAll', { total: rows.length })}
          </Button>
        </Row>
      )}
    </Card>
  )
}
