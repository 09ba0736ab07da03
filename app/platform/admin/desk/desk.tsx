import { Outlet } from 'react-router'
import { DeskNav } from './desk-nav.tsx'

/** The layout of the desk's pages: its navigation, which stays as it is while the page changes. */
export default function Desk() {
  return (
    <>
      <DeskNav />
      <Outlet />
    </>
  )
}
