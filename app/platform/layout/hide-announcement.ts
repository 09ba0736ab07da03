/** Session storage: the id of the announcement that the visitor has closed. */
export const CLOSED_KEY = 'frame-announcement'

/** The code of the inline script in the announcement. Its hash is in the Content-Security-Policy of every page. */
export const HIDE_IF_CLOSED = `try{const bar=document.currentScript.parentElement;if(sessionStorage.getItem('${CLOSED_KEY}')===bar.id)bar.hidden=true}catch{}`
