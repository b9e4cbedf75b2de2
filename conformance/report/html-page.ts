// Style and script of the HTML report. The report needs no other file.

export const PAGE_STYLE = `
:root{--bg:#fff;--ink:#1c2024;--soft:#667;--line:#e3e5e8;--card:#f7f8f9;--passed:#17834d;--failed:#c62828;--recorded:#8a6d00;--na:#8b9097}
@media(prefers-color-scheme:dark){:root{--bg:#15181b;--ink:#e6e8ea;--soft:#98a1aa;--line:#2b3036;--card:#1d2125;--passed:#4cc38a;--failed:#ff7b72;--recorded:#d9b441;--na:#767e86}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
header,main{max-width:72rem;margin:0 auto;padding:1rem 1.25rem}html{scroll-padding-top:13rem}header{position:sticky;top:0;background:var(--bg);border-bottom:1px solid var(--line);z-index:1}
h1{font-size:1.35rem;margin:0}h2{font-size:1rem;margin:0;display:inline}h4{font-size:.75rem;margin:.6rem 0 .2rem;color:var(--soft);font-weight:600}
header p{margin:.15rem 0;color:var(--soft)}.verdict{font-weight:600}
nav{display:flex;gap:.5rem;flex-wrap:wrap;margin-top:.5rem}button,input{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:.4rem;padding:.25rem .7rem}
button{cursor:pointer}button[aria-pressed=true]{border-color:currentColor}input{flex:1;min-width:14rem}
.passed{color:var(--passed)}.failed{color:var(--failed)}.recorded{color:var(--recorded)}.na{color:var(--na)}
.section{border-bottom:1px solid var(--line);padding:.6rem 0}.section>summary{cursor:pointer}summary span,small{color:var(--soft)}
.bar{display:flex;height:.3rem;border-radius:.2rem;overflow:hidden;margin:.4rem 0;background:var(--line)}.bar i{background:currentColor}
article{display:grid;grid-template-columns:7.5rem 1fr;gap:.75rem;padding:.45rem 0;border-top:1px dashed var(--line)}
article p{margin:.1rem 0}.mark{font-size:.8rem;font-weight:600}.reason,.record{color:var(--soft);font-size:.85rem;overflow-wrap:anywhere}
.failure{background:var(--card);border-left:3px solid var(--failed);padding:.4rem .75rem;margin:.35rem 0;border-radius:.25rem}
.sides{display:grid;grid-template-columns:1fr 1fr;gap:.75rem}pre{margin:0;padding:.5rem;background:var(--bg);border:1px solid var(--line);border-radius:.3rem;overflow:auto;max-height:20rem;white-space:pre-wrap;overflow-wrap:anywhere;font-size:.8rem}
a{color:inherit}.contents ul{columns:18rem;margin:.4rem 0;padding-left:1.2rem}article:target{background:var(--card)}
[hidden]{display:none!important}@media(max-width:40rem){article,.sides{grid-template-columns:1fr}header{position:static}}`;

export const PAGE_SCRIPT = `
const field=document.querySelector('input'),buttons=[...document.querySelectorAll('button')];let status='';
function show(){const words=field.value.toLowerCase().split(/\\s+/).filter(Boolean),asked=status!==''||words.length>0;
for(const section of document.querySelectorAll('.section')){let any=false;
for(const row of section.querySelectorAll('article')){const fits=(status===''||row.dataset.status===status)&&words.every(w=>row.dataset.words.includes(w));row.hidden=!fits;any=any||fits}
section.hidden=!any;if(asked)section.open=any}}
function reveal(){const place=document.getElementById(decodeURIComponent(location.hash.slice(1))),section=place?.closest('.section');
if(section){section.open=true;place.scrollIntoView()}}
addEventListener('hashchange',reveal);reveal();
field.addEventListener('input',show);
for(const button of buttons)button.addEventListener('click',()=>{status=status===button.dataset.status?'':button.dataset.status;
for(const one of buttons)one.setAttribute('aria-pressed',String(one.dataset.status===status));show()});`;
