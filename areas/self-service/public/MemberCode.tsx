import { useEffect, useState } from 'react'
import { useT } from '#kit/public/texts.ts'

type Modules = { size: number; path: string }

/** The membership number as the counter scans it; without its drawing the number is still there to read out. */
export function MemberCode({ MembershipNo }: { MembershipNo: string }) {
  const t = useT()
  const [modules, setModules] = useState<Modules>()
  useEffect(() => {
    let isHere = true
    void import('./qr.ts').then(
      ({ qrOf }) => isHere && setModules(qrOf(MembershipNo)),
      () => {},
    )
    return () => {
      isHere = false
    }
  }, [MembershipNo])
  return (
    <section className="pub-card pub-qr" aria-label={t('self-service:card.code')}>
      {modules ? (
        <svg
          role="img"
          aria-label={t('self-service:card.qrOf', { MembershipNo })}
          viewBox={`-2 -2 ${modules.size + 4} ${modules.size + 4}`}
          width={184}
          height={184}
          shapeRendering="crispEdges"
        >
          <rect x={-2} y={-2} width={modules.size + 4} height={modules.size + 4} fill="#fff" />
          <path d={modules.path} fill="#161b26" />
        </svg>
      ) : (
        <span className="pub-qr-place" />
      )}
      <p className="pub-number">{readable(MembershipNo)}</p>
      <p className="pub-hint">{t('self-service:card.show')}</p>
    </section>
  )
}

/** JC000011284 → JC 0000 11284: in groups it can be read out. */
const readable = (number: string) => number.replace(/^([A-Z]+)(\d{4})(\d+)$/, '$1 $2 $3')
