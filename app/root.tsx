import '#app/platform/styles/fonts/fonts.css'
import '#app/platform/styles/fallbacks.css'
import '#app/platform/styles/tokens.css'
import '#app/platform/styles/base.css'
import '#app/platform/styles/primitives.css'
import { HydrationBoundary, QueryClientProvider } from '@tanstack/react-query'
import { useContext, useState, type ReactNode } from 'react'
import { Outlet, ScrollRestoration, type LoaderFunctionArgs, type MiddlewareFunction } from 'react-router'
import { businessQuery, useBusiness } from '#app/platform/api/business.ts'
import { useLimitsPayments } from '#app/platform/api/origin.ts'
import { askOnServer, PageAnswers } from '#app/platform/api/prefetch.ts'
import { createQueryClient, sharedQueryClient } from '#app/platform/api/query-client.ts'
import { settingsContext } from '#app/platform/api/server-call.ts'
import { DeferredScripts } from '#app/platform/hydrate-on-input.tsx'
import { Frame } from '#app/platform/layout/frame.tsx'
import { BAR_COLORS, SCHEME_SCRIPT } from '#app/platform/layout/scheme.ts'
import { PageStyles } from '#app/platform/page-styles.tsx'
import { Toasts } from '#app/platform/ui/toast.tsx'

export { ErrorPage as ErrorBoundary } from '#app/platform/layout/error-page.tsx'

/**
 * Returns the settings that api/origin.ts reads, and the business for all pages. The document contains them. The browser
 * fetches the business again when it changes (api/business.ts).
 */
export const loader = async ({ context }: LoaderFunctionArgs) => ({
  ...context.get(settingsContext),
  ...(await askOnServer(context, businessQuery)),
})
export const shouldRevalidate = () => false

/** In a live shop, a page with a payment is a document of its own. */
export const clientMiddleware: MiddlewareFunction[] = [
  async ({ request }, next) => {
    if ('limitsPayments' in document.documentElement.dataset)
      (await import('#app/platform/paypal/payment-document.ts')).requirePaymentDocument(request)
    return next()
  },
]

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" data-limits-payments={useLimitsPayments() || undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <script
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? SCHEME_SCRIPT : ' ' }}
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={BAR_COLORS.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={BAR_COLORS.dark} media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <PageStyles />
      </head>
      <body>
        <Providers>
          <FeedLink />
          <Frame>{children}</Frame>
          <Toasts />
        </Providers>
        <ScrollRestoration />
        <DeferredScripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

/** React moves this element into the head. */
function FeedLink() {
  const { roasters } = useBusiness()
  return (
    <link
      rel="alternate"
      type="application/rss+xml"
      title={`New coffees of ${roasters}`}
      href="/feeds/coffees.xml"
    />
  )
}

function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(() =>
    typeof document === 'undefined' ? createQueryClient() : sharedQueryClient(),
  )
  return (
    <QueryClientProvider client={client}>
      <HydrationBoundary state={useContext(PageAnswers)}>{children}</HydrationBoundary>
    </QueryClientProvider>
  )
}
