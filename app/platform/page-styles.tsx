/**
 * The style sheets of a page. A document contains the rules of its own page, because links would delay the first paint
 * by another round trip to the server. Pages that are opened later in the same tab use links.
 */
import { createContext, useContext } from 'react'
import { Links, useLocation } from 'react-router'

const ID = 'page-styles'

/** The rules for the document that is rendered on the server; empty in development, where all pages use links. */
export const DocumentStyles = createContext('')

/** The rules in the document with which this tab was opened, and its path; null on the server. */
const opened =
  typeof document === 'undefined'
    ? null
    : { css: document.getElementById(ID)?.textContent ?? '', path: location.pathname }

export function PageStyles() {
  const onServer = useContext(DocumentStyles)
  const { pathname } = useLocation()
  const css = opened?.css ?? onServer
  const isComplete = css !== '' && (!opened || opened.path === pathname)
  return (
    <>
      {css ? <style id={ID} dangerouslySetInnerHTML={{ __html: css }} /> : null}
      {isComplete ? null : <Links />}
    </>
  )
}
