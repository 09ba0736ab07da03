import type { LoaderFunctionArgs } from 'react-router'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { contentOf } from '#app/platform/site-pages/page-content.tsx'
import { PolicyPage } from './policy-page.tsx'

const content = contentOf('privacypolicy')

export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, content)
export const clientLoader = () => askBriefly(content)

export default function Privacy() {
  return <PolicyPage of="privacypolicy" />
}
