import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { type Appearance, AppearanceProvider } from '#kit/web/theme.tsx'

type Props = { appearance: Appearance; client: QueryClient; children: React.ReactNode }

/** What every page stands in, signed in or not. */
export function Root({ appearance, client, children }: Props) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <AppearanceProvider start={appearance}>{children}</AppearanceProvider>
      </QueryClientProvider>
    </StrictMode>
  )
}
