import { useMutation } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { CircleAlertIcon, CircleCheckIcon, ClockIcon, RotateCwIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type T, useT } from '#kit/web/i18n.ts'
import { Entries, Entry, Row, Stack } from '#kit/web/Layout.tsx'
import { notify } from '#kit/web/notify.tsx'
import { runSteps, type Saving, type Step } from '../form/saving.ts'

const icons = { waiting: ClockIcon, done: CircleCheckIcon, failed: CircleAlertIcon }

/**
 * What is left of a save: the form hands it over with the way here, where it is done step by step. It stays with the address
 * until all is done, so that a reload loses nothing.
 */
export function SavingSteps({ RewardId, name }: { RewardId: number; name: string }) {
  const t = useT()
  const navigate = useNavigate()
  const { state, search } = useLocation()
  const [saving, setSaving] = useState<Saving | undefined>((state as { saving?: Saving } | null)?.saving)
  const begun = useRef(false)

  const run = useMutation({
    mutationFn: ({ made, steps }: Saving) => runSteps(RewardId, steps, (now) => setSaving({ made, steps: now })),
    onSuccess: (steps, { made }) => {
      const left = steps.some((step) => step.state !== 'done')
      void navigate({ search }, { replace: true, state: left ? { saving: { made, steps } } : null })
      if (left) return
      setSaving(undefined)
      notify({
        title: t(made === 'new' ? 'kit:headlines.created' : 'kit:headlines.saved', { name }),
        detail: t(made === 'new' ? 'rewards:created' : 'rewards:updated'),
      })
    },
  })
  const { mutate } = run
  useEffect(() => {
    if (begun.current || !saving) return
    begun.current = true
    // What failed before a reload waits for the person; what was only begun goes on by itself.
    if (!saving.steps.some((step) => step.state === 'failed')) mutate(saving)
  }, [saving, mutate])

  if (!saving || saving.steps.length === 0) return null
  const failed = saving.steps.filter((step) => step.state === 'failed').length
  return (
    <Alert
      type={failed > 0 ? 'error' : 'info'}
      role={failed > 0 ? 'alert' : 'status'}
      title={
        failed > 0
          ? t(saving.made === 'new' ? 'rewards:createFailed' : 'rewards:updateFailed')
          : t('rewards:step.running')
      }
      description={
        <Stack gap="m">
          {failed > 0 && <span>{t('rewards:step.left', { count: failed, name })}</span>}
          <Entries aria-label={t('rewards:step.list')}>
            {saving.steps.map((step) => {
              const Icon = icons[step.state]
              return (
                <Entry key={step.key} side={t(`rewards:step.${step.state}`)}>
                  <Row tight>
                    <Icon aria-hidden size={16} />
                    {wordsOf(step, t)}
                  </Row>
                  {step.error}
                </Entry>
              )
            })}
          </Entries>
          {failed > 0 && (
            <Row>
              <Button
                type="primary"
                icon={<RotateCwIcon aria-hidden />}
                loading={run.isPending}
                onClick={() => mutate(saving)}
              >
                {t('kit:verbs.tryAgain')}
              </Button>
            </Row>
          )}
        </Stack>
      }
    />
  )
}

function wordsOf(step: Step, t: T) {
  if (step.act === 'activate') return t('rewards:step.activate')
  if (step.act === 'stock') return t('rewards:step.stock', { place: step.OutletCode ?? t('rewards:stock.pool') })
  const of = step.ObjectType === 'Building' ? 'outlet' : 'group'
  return t(`rewards:step.${step.act}_${of}`, { value: step.ObjectValue })
}
