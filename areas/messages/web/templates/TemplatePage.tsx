import { SendIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import type { FormFieldValues } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { Columns } from '#kit/web/Layout.tsx'
import { PageTools } from '#kit/web/PageTools.tsx'
import { HistoryButton } from '#kit/web/RecordHistory.tsx'
import { ErrorState, ForbiddenState, LoadingState } from '#kit/web/States.tsx'
import { useRegisterOpenRecord } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import {
  type ContactTemplate,
  ContactType,
  getTemplate,
  MessageEvent,
  type TemplateLanguage,
  type TemplateText,
} from '../../contract.ts'
import { templateSendPath } from '../../paths.ts'
import '../messages.css'
import { TemplateTextPreview } from '../preview/TextPreview.tsx'
import { useTemplateOptions } from '../useOptions.ts'
import { TemplateFacts } from './TemplateFacts.tsx'

// The editor is loaded when a template is opened for editing, because it is a third of the application.
const TemplateForm = lazy(async () => ({ default: (await import('./TemplateForm.tsx')).TemplateForm }))

/** Head office edits templates, but outlets can only read and send them. */
export const AddTemplatePage = () => <AddPage ofCampaigns={false} />
export const AddCampaignTemplatePage = () => <AddPage ofCampaigns />

function AddPage({ ofCampaigns }: { ofCampaigns: boolean }) {
  const { isHQ } = useSession()
  return isHQ ? <TemplateEditor template={undefined} ofCampaigns={ofCampaigns} /> : <ForbiddenState />
}

export function TemplatePage() {
  const t = useT()
  const navigate = useNavigate()
  const TemplateId = Number(useParams().TemplateId)
  const { data, error, refetch } = useRead(getTemplate, { TemplateId })
  useRegisterOpenRecord(data?.Name)
  if (error) return <ErrorState error={error} title={t('messages:failed.get')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={10} />
  return (
    <>
      <PageTools>
        <HistoryButton area="messages" subject="ContactTemplate" id={TemplateId} name={data.Name} />
        <ReasonedButton
          icon={<SendIcon aria-hidden />}
          reason={data.Status !== 'Active' && t('messages:send.onlyActive')}
          onClick={() => void navigate(templateSendPath({ TemplateId }))}
        >
          {t('messages:send.open')}
        </ReasonedButton>
      </PageTools>
      <TemplateEditor key={TemplateId} template={data} ofCampaigns={data.isCampaign === 'Y'} />
    </>
  )
}

/** The form of a template with a preview that follows the input. */
function TemplateEditor({
  template: initialTemplate,
  ofCampaigns,
}: {
  template: ContactTemplate | undefined
  ofCampaigns: boolean
}) {
  // The form uses the version that was opened, so that changes of other users cause a conflict on save.
  const [template, setTemplate] = useState(initialTemplate)
  const { isHQ } = useSession()
  const options = useTemplateOptions()
  const [chosenLanguage, setChosenLanguage] = useState<TemplateLanguage>()
  const [values, setValues] = useState<FormFieldValues>(() => ({ ContactType: 'Email', ...template }))
  // Compares the texts as they were typed, because the texts that the server sanitizes on save are no unsaved change.
  const [savedTexts, setSavedTexts] = useState(() => textsIn(values))
  if (options.error) return <ErrorState error={options.error} onRetry={() => void options.refetch()} />
  if (!options.data) return <LoadingState rows={10} />
  const { Languages, DefaultLanguage } = options.data
  const language = chosenLanguage ?? template?.Texts[0]?.Language ?? DefaultLanguage
  const saved = savedTexts.find(({ Language }) => Language === language)
  const text = textsIn(values).find(({ Language }) => Language === language)
  return (
    <Columns least={440} gap="xl">
      {isHQ ? (
        <Suspense fallback={<LoadingState rows={12} />}>
          <TemplateForm
            template={template}
            ofCampaigns={ofCampaigns}
            fields={options.fields}
            languages={Languages}
            main={DefaultLanguage}
            language={language}
            onLanguage={setChosenLanguage}
            onValues={setValues}
            onSaved={(next) => {
              setTemplate(next)
              setSavedTexts(textsIn(values))
            }}
          />
        </Suspense>
      ) : (
        template && <TemplateFacts template={template} language={language} onLanguage={setChosenLanguage} />
      )}
      <div className="messages-beside">
        <TemplateTextPreview
          type={ContactType.catch('Email').parse(values.ContactType)}
          event={MessageEvent.nullable()
            .catch(null)
            .parse(values.Event ?? null)}
          language={language}
          text={text}
          fields={options.fields}
          test={
            template && {
              TemplateId: template.TemplateId,
              // A test sends the text as it is saved, so the preview shows whether the text has unsaved changes.
              unsaved: text?.Body !== saved?.Body || (text?.Subject ?? '') !== (saved?.Subject ?? ''),
            }
          }
        />
      </div>
    </Columns>
  )
}

const textsIn = ({ Texts }: FormFieldValues) => (Array.isArray(Texts) ? (Texts as TemplateText[]) : [])
